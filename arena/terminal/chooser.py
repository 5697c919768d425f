"""A decision in steps: which action, which zone, how many. Knows keys, but no screen.

Legal moves are words ("converter", "ore", "C4"); a step offers the next word of those that begin with what has been
chosen already. The Textual application sends keys to `press` and draws `step`; plain mode lists `step.options` as
numbers. `keys_for` says which keys choose a given move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.terminal.game_session import GameSession
from engine.planet_steam.notation import ZONES

Words = tuple[Any, ...]

# The letter of every action; within one step of the rules no two are the same. a, h, u and q belong to the screen.
LETTERS = {
    "bid": "b",
    "pass": "p",
    "roll": "r",
    "license": "i",
    "claim": "c",
    "skip": "s",
    "activate": "y",
    "decline": "n",
    "emergency": "e",
    "tank": "t",
    "import": "i",
    "converter": "c",
    "supercharger": "s",
    "upgrade": "g",
    "move-tank": "m",
    "move-converter": "v",
    "move-supercharger": "o",
    "drop-converter": "x",
    "done": "d",
    "power": "w",
    "power-all": "l",
    "extract": "e",
    "buy": "b",
    "sell": "s",
    "buy-license": "i",
    "sell-license": "s",
    "buy-quarters": "x",
    "keep": "k",
    "release": "r",
}

# What each word after the verb is; the last kind repeats.
ARGUMENTS = {
    "bid": ("amount",),
    "buy": ("amount",),
    "sell": ("amount",),
    "upgrade": ("resource",),
    "take": ("card",),
    "engineer": ("engineer",),
    "agent": ("agent", "resource"),
    "bonus": ("resource",),
    "stow": ("resource",),
    "emergency": ("zone", "zone2"),
    "marker": ("place", "resource"),
    "manipulate": ("level", "shift", "shift", "shift", "shift"),
    "sabotage": ("seat",),
    "moor": ("line",),
    "converter": ("converter", "zone", "zone2"),
    "move-tank": ("zone", "zone2"),
    "move-converter": ("zone", "zone2"),
    "move-supercharger": ("zone", "zone2"),
}
NUMBERS = ("amount", "shift")
ZONE_KINDS = ("zone", "zone2")
END = None  # the word of an option that ends the move here: "no second zone"
MAX_ENTRY = 6


@dataclass(frozen=True)
class Step:
    """What is to be chosen next. `kind` is "action" or one of the kinds of ARGUMENTS."""

    kind: str
    words: tuple[Any, ...]  # the options: verbs, zones, numbers, ...; END among them ends the move
    prefix: Words

    @property
    def is_number(self) -> bool:
        return self.kind in NUMBERS

    @property
    def is_zone(self) -> bool:
        return self.kind in ZONE_KINDS


@dataclass(frozen=True)
class Pressed:
    """What a key did: chose a whole move, or nothing yet, perhaps with the name of a text that says why."""

    words: Words | None = None
    error: str | None = None
    values: dict[str, Any] = field(default_factory=dict)


class Chooser:
    """The decision of the session's mover. Make a new one for every position."""

    def __init__(self, session: GameSession, cursor: str = "C4") -> None:
        self.session = session
        self.cursor = cursor
        self.moves = _offered(session)
        self.prefix: Words = ()
        self.entry = ""  # digits typed so far
        self.marked: int | None = None  # highlighted option of a list
        self._letter = ""  # of a zone being typed: "C" of "C4"
        self.base = self._descend(())
        self.prefix = self.base

    # -- the tree of words ---------------------------------------------------------------------------------------------

    def _descend(self, prefix: Words) -> Words:
        """Goes past actions that are the only one."""
        if not prefix:
            verbs = {words[0] for words in self.moves}
            if len(verbs) == 1 and (next(iter(verbs)),) not in self.moves:
                return (next(iter(verbs)),)
        return prefix

    @property
    def step(self) -> Step:
        return self.step_at(self.prefix)

    def step_at(self, prefix: Words) -> Step:
        n = len(prefix)
        found: dict[Any, None] = {}
        for words in self.moves:
            if words[:n] == prefix:
                found[words[n] if len(words) > n else END] = None
        if n == 0:
            return Step("action", tuple(found), prefix)
        kinds = ARGUMENTS.get(prefix[0], ("zone",))
        options = list(found)
        if END in found:  # last in the list, whatever the order of the moves
            options = [word for word in options if word is not END] + [END]
        return Step(kinds[min(n, len(kinds)) - 1], tuple(options), prefix)

    def is_complete(self, prefix: Words) -> bool:
        """Whether these words are a whole move, with nothing left to choose."""
        return prefix in self.moves and not any(
            len(words) > len(prefix) and words[: len(prefix)] == prefix for words in self.moves
        )

    def with_word(self, word: Any) -> Words:
        """What is chosen after that option."""
        return self.prefix if word is END else self.past_single((*self.prefix, word))

    @property
    def candidate(self) -> Words | None:
        """The move that Enter would play now, for showing what it costs."""
        word = self._highlighted()
        if word is ...:
            return None
        words = self.with_word(word)
        return words if words in self.moves and (word is END or self.is_complete(words)) else None

    def _highlighted(self) -> Any:
        """The option under the cursor, `...` for none."""
        step = self.step
        if step.is_zone:
            if self.marked is not None:  # the option that is no zone
                return END
            return self.cursor if self.cursor in step.words else ...
        if step.is_number:
            number = _number(self.entry)
            return number if number in step.words else ...
        return ... if self.marked is None or self.marked >= len(step.words) else step.words[self.marked]

    # -- keys ----------------------------------------------------------------------------------------------------------

    def press(self, key: str) -> Pressed:
        """Handles a key: a character, or enter, escape, tab, up, down, left, right, pageup, pagedown, backspace."""
        if key == "enter":
            return self._enter()
        if key == "escape":
            self._back()
            return Pressed()
        verbs = self.step_at(self.base[:0]).words
        for verb in verbs:
            if LETTERS.get(verb) == key and not self.base:
                return self._choose_verb(verb)
        step = self.step
        if step.is_number:
            return self._press_number(step, key)
        if step.is_zone:
            return self._press_zone(step, key)
        return self._press_list(step, key)

    def click_zone(self, zone: str) -> Pressed:
        """A click on the map: the first moves the cursor, the second on the same zone chooses it."""
        if not self.step.is_zone:
            self.cursor = zone
            return Pressed()
        again = self.cursor == zone and self.marked is None and zone in self.step.words
        self.cursor, self.marked = zone, None
        return self._enter() if again else self._zone_error(self.step)

    def click_option(self, index: int) -> Pressed:
        step = self.step
        if not 0 <= index < len(step.words):
            return Pressed()
        if step.kind == "action":
            return self._choose_verb(step.words[index])
        if step.is_zone or step.is_number:
            return Pressed()
        return self._choose_listed(step, index)

    def _enter(self) -> Pressed:
        step, word = self.step, self._highlighted()
        if word is ...:
            if step.is_number:
                return self._number_error(step)
            return self._zone_error(step) if step.is_zone else Pressed(error="error.choose")
        return self._take(word)

    def _take(self, word: Any) -> Pressed:
        words = self.with_word(word)
        if words in self.moves and (word is END or self.is_complete(words)):
            return Pressed(words=words)
        self._go(words)
        return Pressed()

    def past_single(self, prefix: Words) -> Words:
        """Goes past prices that cannot change: with a weak manipulation quartz is no question. May end the move."""
        step = self.step_at(prefix)
        while step.kind == "shift" and len(step.words) == 1 and step.words[0] is not END:
            prefix = (*prefix, step.words[0])
            step = self.step_at(prefix)
        return prefix

    def _go(self, prefix: Words) -> None:
        self.prefix = prefix
        self.entry = ""
        self.marked = None
        self._letter = ""
        step = self.step
        if step.is_zone and self.cursor not in step.words:
            zones = [word for word in step.words if word is not END]
            self.cursor = min(zones, key=lambda zone: _distance(zone, self.cursor)) if zones else self.cursor

    def _back(self) -> None:
        if self.entry or self.marked is not None:
            self.entry, self.marked = "", None
        elif len(self.prefix) > len(self.base):
            back = self.prefix[:-1]
            while len(back) > len(self.base) and self.past_single(back) == self.prefix:
                back = back[:-1]
            self._go(back)

    def _choose_verb(self, verb: str) -> Pressed:
        """A letter: opens the action's next step, or, for an action without one, asks for a second press."""
        index = self.step_at(()).words.index(verb)
        if (verb,) in self.moves and self.is_complete((verb,)):
            again = self.prefix == () and self.marked == index
            self._go(())
            self.marked = index
            return self._enter() if again else Pressed()
        self._go((verb,))
        return Pressed()

    def _press_list(self, step: Step, key: str) -> Pressed:
        moves = {"up": -1, "left": -1, "down": 1, "right": 1, "tab": 1, "shift+tab": -1}
        if key in moves:
            n = len(step.words)
            self.marked = (
                (self.marked + moves[key]) % n if self.marked is not None else (0 if moves[key] > 0 else n - 1)
            )
            return Pressed()
        if key == "backspace":
            self._back()
            return Pressed()
        index = digit_index(step, key)
        if index is not None:
            return self._choose_listed(step, index)
        if step.kind == "action":
            return Pressed(error="error.key", values={"key": key})
        return Pressed(error="error.option", values={"low": option_digit(step, 0), "high": option_digit(step, -1)})

    def _choose_listed(self, step: Step, index: int) -> Pressed:
        word = step.words[index]
        again = self.marked == index
        self.marked = index
        words = self.with_word(word)
        if again or not (words in self.moves and self.is_complete(words)):
            return self._take(word)
        return Pressed()

    def _press_number(self, step: Step, key: str) -> Pressed:
        if (key.isdecimal() and key.isascii()) or (key in "-−" and len(key) == 1 and step.kind == "shift"):
            self.entry = (self.entry + ("-" if key == "−" else key))[:MAX_ENTRY]
            return Pressed()
        if key == "backspace":
            if self.entry:
                self.entry = self.entry[:-1]
            else:
                self._back()
            return Pressed()
        steps = {"up": 1, "right": 1, "down": -1, "left": -1, "pageup": 10, "pagedown": -10, "+": 1}
        if key in steps:
            self._shift_number(step, steps[key])
            return Pressed()
        return self._number_error(step)

    def _shift_number(self, step: Step, by: int) -> None:
        numbers = sorted(step.words)
        now = _number(self.entry)
        start = 0 if step.kind == "shift" and now is None else now
        ends = numbers[0] if by > 0 else numbers[-1]
        wanted = ends if start is None else start + by
        self.entry = str(min(numbers, key=lambda number: (abs(number - wanted), number)))

    def _number_error(self, step: Step) -> Pressed:
        numbers = sorted(step.words)
        return Pressed(error="error.number", values={"low": numbers[0], "high": numbers[-1]})

    def _press_zone(self, step: Step, key: str) -> Pressed:
        if key in ("up", "down", "left", "right"):
            self.marked = None
            self.cursor = self._neighbour(key)
            return Pressed()
        if key in ("tab", "shift+tab"):
            self._next_target(step, 1 if key == "tab" else -1)
            return Pressed()
        if key == "backspace":
            self._back()
            return Pressed()
        if key == "0" and END in step.words and not self._letter:
            if self.marked is not None:
                return self._enter()
            self.marked = 0
            return Pressed()
        if key in "ABCDEF" and len(key) == 1:
            self._letter = key
            return Pressed()
        if self._letter and key in "1234567" and len(key) == 1:
            self.marked = None
            self.cursor, self._letter = self._letter + key, ""
            return Pressed() if self.cursor in step.words else self._zone_error(step)
        self._letter = ""
        return Pressed(error="error.zone_keys")

    def _zone_error(self, step: Step) -> Pressed:
        return Pressed() if self.cursor in step.words else Pressed(error="error.zone", values={"zone": self.cursor})

    def _next_target(self, step: Step, by: int) -> None:
        zones = sorted((word for word in step.words if word is not END), key=ZONES.index)
        self.marked = None
        if self.cursor in zones:
            self.cursor = zones[(zones.index(self.cursor) + by) % len(zones)]
        else:
            self.cursor = min(zones, key=lambda zone: _distance(zone, self.cursor))

    def _neighbour(self, key: str) -> str:
        """The zone beside the cursor as the edition draws the map: lines are rows, or columns."""
        position, line = "ABCDEF".index(self.cursor[0]), int(self.cursor[1]) - 1
        across, down = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[key]
        if self.session.game.edition == "ludoart":
            across, down = down, across
        return f"{'ABCDEF'[(position + across) % 6]}{(line + down) % 7 + 1}"

    # -- for scripts ---------------------------------------------------------------------------------------------------

    def keys_for(self, words: Sequence[Any]) -> list[str]:
        """Keys that play a move from the start of this decision."""
        target = tuple(words)
        keys: list[str] = []
        prefix = self.base
        while True:
            step = self.step_at(prefix)
            word = target[len(prefix)] if len(target) > len(prefix) else END
            done = self.past_single((*prefix, word)) if word is not END else prefix
            is_last = done == target and done in self.moves and (word is END or self.is_complete(done))
            if step.kind == "action":
                keys += [LETTERS[str(word)]]
            elif step.is_number:
                keys += [*str(word), "enter"]
            elif step.is_zone:
                keys += ["0", "enter"] if word is END else [word[0], word[1], "enter"]
            else:
                keys += [option_digit(step, step.words.index(word))]
            if is_last:
                return keys if step.is_number or step.is_zone else [*keys, "enter"]
            prefix = done


def option_digit(step: Step, index: int) -> str:
    """The digit that chooses an option of a list: lines, cards, places and players by their own number."""
    word = step.words[index]
    if step.kind == "seat":
        return str(word + 1)
    return str(word) if step.kind in ("line", "card", "place") else str(index % len(step.words) + 1)


def digit_index(step: Step, key: str) -> int | None:
    """The option that a digit chooses; actions have letters instead."""
    if step.kind == "action":
        return None
    return next((index for index in range(len(step.words)) if option_digit(step, index) == key), None)


def _offered(session: GameSession) -> dict[Words, Words]:
    """What a person may choose, each with the move it stands for. Beside the legal moves: swaps named from either end,
    and marks for extraction in any order."""
    game = session.game
    found: dict[Words, Words] = {}
    legal = [tuple(game.words(move)) for move in session.state.legal()]
    if session.phase == "extraction":
        targets = session.power_targets()
        if len(targets) > 1 and len(targets) <= _energy(session) and len(session.powered()) < len(targets):
            found[("power-all",)] = ("power-all",)
        for zone in targets:
            found[("power", zone)] = ("power", zone)
        found[("extract",)] = ("extract",)
        return found
    if session.phase == "tank-phase":
        legal = [*(words for words in legal if words != ("done",)), ("done",)]
    for words in legal:
        found[words] = words
    tanks = session.view["tanks"]
    for words in legal:
        if (words[0] == "move-tank" and words[2] in tanks) or (words[0] == "move-converter" and tanks[words[2]][0]):
            found.setdefault((words[0], words[2], words[1]), words)
    return found


def _energy(session: GameSession) -> int:
    return int(session.view["goods"][session.viewer][3])


def carry_out(session: GameSession, chooser: Chooser, words: Words) -> None:
    """Plays what was chosen."""
    if words[0] == "power":
        session.toggle_power(words[1])
    elif words[0] == "power-all":
        for zone in session.power_targets():
            if zone not in session.powered():
                session.toggle_power(zone)
    else:
        session.play(session.game.move(list(chooser.moves[words])))


def _number(entry: str) -> int | None:
    try:
        return int(entry)
    except ValueError:
        return None


def _distance(a: str, b: str) -> tuple[int, int]:
    return abs(ord(a[0]) - ord(b[0])) + abs(int(a[1]) - int(b[1])), ZONES.index(a)
