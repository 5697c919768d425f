"""A decision in steps: which action, which place, how many. Knows keys, but no screen and no game.

Made once per decision: the table's offers become a tree of words, each step offers the words that come next. The
application sends keys to `press` and draws `step`; plain mode lists `step.words` as numbers. `keys_for` says which keys
choose a given move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.terminal.steps import ACTION, END, Marks, Offer, Path, Step
from arena.terminal.table import Table

MAX_ENTRY = 6
MAX_FILTER = 40
MAX_LISTED = 12  # keys that an error names one by one
NOTHING: Any = ...  # no option is under the cursor; None is the option END
LIST_MOVES = {"up": -1, "left": -1, "down": 1, "right": 1, "tab": 1, "shift+tab": -1}
NUMBER_MOVES = {"up": 1, "right": 1, "down": -1, "left": -1, "pageup": 10, "pagedown": -10, "+": 1}


@dataclass(frozen=True)
class Pressed:
    """What a key did: chose something, or nothing yet, perhaps with the name of a text that says why."""

    offer: Offer | None = None
    error: str | None = None
    values: dict[str, Any] = field(default_factory=dict)
    warning: str = ""  # what speaks against the choice, in words: a second Enter makes it all the same


class _Node:
    """A place in the tree of words: what may come next, and the offer that is complete here."""

    def __init__(self) -> None:
        self.next: dict[Any, _Node] = {}
        self.offer: Offer | None = None


class Chooser:
    """The decision of the session's mover. Make a new one for every position."""

    def __init__(self, table: Table, cursor: str | None = None) -> None:
        self.table = table
        self.cursor = table.home if cursor is None else cursor
        self.offers = table.offers()
        self._root = _Node()
        for offer in self.offers:
            node = self._root
            for word in offer.path:
                node = node.next.setdefault(word, _Node())
            node.offer = offer
        self.entry = ""  # digits typed so far, or the beginning of a place's name
        self.filter: str | None = None  # what is typed to make a list shorter; None: nothing is
        self.marked: int | None = None  # highlighted option of a list
        self._is_default = False  # nobody has chosen what is highlighted
        self._warned: Offer | None = None
        self._steps: dict[Path, Step] = {}
        self.base = self._past_only_action()
        self.path = self.base
        self.go(self.base)

    # -- the tree of words ---------------------------------------------------------------------------------------------

    def _node(self, path: Path) -> _Node:
        node = self._root
        for word in path:
            node = node.next[word]
        return node

    def _past_only_action(self) -> Path:
        if self.table.kind(()) is ACTION and len(self._root.next) == 1:
            ((word, node),) = self._root.next.items()
            return () if node.offer is not None else self._past_single((word,))
        return ()

    @property
    def step(self) -> Step:
        step = self.step_at(self.path)
        return self._filtered(step) if self.filter else step

    def step_at(self, path: Path) -> Step:
        found = self._steps.get(path)
        if found is None:
            node, kind = self._node(path), self.table.kind(path)
            words = (*node.next, END) if node.offer is not None else tuple(node.next)
            keys = () if kind.is_number or kind.is_place else self.table.keys(kind, words)
            found = self._steps[path] = Step(kind, words, keys, path)
        return found

    def _filtered(self, step: Step) -> Step:
        """The options that have all pieces of what was typed at the beginning of a word."""
        pieces = (self.filter or "").casefold().split()
        kept = []
        for pair in zip(step.words, step.keys, strict=True):
            words = self.table.option(step, pair[0]).casefold().split()
            if all(any(word.startswith(piece) for word in words) for piece in pieces):
                kept.append(pair)
        return Step(step.kind, tuple(pair[0] for pair in kept), tuple(pair[1] for pair in kept), step.path)

    def offer_of(self, word: Any) -> Offer | None:
        """What choosing that option completes; None when there is more to ask."""
        return self._completed(self.path, word)

    def _completed(self, path: Path, word: Any) -> Offer | None:
        node = self._node(self._with_word(path, word))
        return node.offer if word is END or not node.next else None

    def _with_word(self, path: Path, word: Any) -> Path:
        return path if word is END else self._past_single((*path, word))

    def _past_single(self, path: Path) -> Path:
        """Goes past questions with one answer, where their kind says so. May end the move."""
        node = self._node(path)
        while node.offer is None and len(node.next) == 1 and self.table.kind(path).skips_single:
            ((word, node),) = node.next.items()
            path = (*path, word)
        return path

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has been pressed yet."""
        return self.path == self.base and not self.entry and (self.marked is None or self._is_default)

    @property
    def candidate(self) -> Offer | None:
        """What Enter would play now, for showing what it costs."""
        word = self._highlighted(self.step)
        return None if word is NOTHING else self.offer_of(word)

    def _highlighted(self, step: Step) -> Any:
        """The option under the cursor, NOTHING for none."""
        if step.kind.is_place:
            if self.marked is not None:  # the option that is no place
                return END
            return self.cursor if self.cursor in step.words else NOTHING
        if step.kind.is_number:
            number = _number(self.entry)
            return NOTHING if number is None or number not in step.words else number
        return NOTHING if self.marked is None or self.marked >= len(step.words) else step.words[self.marked]

    @property
    def marks(self) -> Marks | None:
        """What can be pointed at on the board; None while no place is asked for."""
        step = self.step
        if not step.kind.is_place:
            return None
        return Marks(frozenset(step.values), self.cursor if self.marked is None else None)

    # -- keys ----------------------------------------------------------------------------------------------------------

    def wants(self, key: str) -> bool:
        """Whether a key that means something to the screen is meant for the decision now."""
        if self.filter is not None:
            return len(key) == 1
        if self.entry and self.step.kind.is_place and self._place_beginning(self.entry + key):
            return True
        return not self.base and key in self._letters()

    def _letters(self) -> dict[str, Any]:
        root = self.step_at(())
        pairs = zip(root.keys, root.words, strict=True) if root.kind is ACTION else ()
        return {letter: word for letter, word in pairs if letter}

    def press(self, key: str) -> Pressed:
        """Handles a key: a character, or enter, escape, tab, up, down, left, right, pageup, pagedown, backspace."""
        if key == "enter":
            return self._enter()
        if key == "escape":
            self.back()
            return Pressed()
        if not self.base and key in self._letters():
            return self._choose_action(self._letters()[key])
        step = self.step
        if step.kind.is_number:
            return self._press_number(step, key)
        if step.kind.is_place:
            return self._press_place(step, key)
        if step.kind.is_filtered and self._press_filter(key):
            return Pressed()
        return self._press_list(step, key)

    def click_place(self, place: str) -> Pressed:
        """A click on the board: the first moves the cursor, the second on the same place chooses it."""
        if not self.step.kind.is_place:
            self.cursor = place
            return Pressed()
        again = self.cursor == place and self.marked is None and place in self.step.words
        self.cursor, self.marked = place, None
        return self._enter() if again else self._place_error(self.step)

    def click_option(self, index: int) -> Pressed:
        step = self.step
        if not step.is_list or not 0 <= index < len(step.words):
            return Pressed()
        if step.kind is ACTION:
            return self._choose_action(step.words[index])
        return self._choose_listed(step, index)

    def _enter(self) -> Pressed:
        step = self.step
        word = self._highlighted(step)
        if word is NOTHING:
            if step.kind.is_number:
                return self._number_error(step)
            return self._place_error(step) if step.kind.is_place else _keys_error("error.choose", step)
        return self._take(word)

    def _take(self, word: Any) -> Pressed:
        offer = self.offer_of(word)
        if offer is None:
            self.go(self._with_word(self.path, word))
            return Pressed()
        if offer is not self._warned:
            self._warned = offer
            warning = self.table.warning(offer)
            if warning:
                return Pressed(warning=warning)
        return Pressed(offer)

    def go(self, path: Path) -> None:
        """Asks what comes after these words."""
        self.path = path
        self.entry, self.filter, self.marked, self._is_default = "", None, None, False
        step = self.step
        if step.kind.is_place and self.cursor not in step.words:
            self.cursor = self._nearest(step)
        self._mark_default()

    def _mark_default(self) -> None:
        """Highlights what Enter alone would choose."""
        default = self.table.default()
        if self.path == () and default in self._root.next:
            self.marked, self._is_default = self.step_at(()).words.index(default), True
        elif self.step.kind.is_number:
            suggested = self.table.suggested(self.step)
            self.entry, self._is_default = ("", False) if suggested is None else (str(suggested), True)

    def choose(self, word: Any) -> None:
        """Goes on to the step after that option."""
        self.go(self._with_word(self.path, word))

    def back(self) -> None:
        """One step back: what is typed or marked, else the last word."""
        if self.entry or self.filter is not None or self.marked is not None:
            self.entry, self.filter, self.marked = "", None, None
        elif len(self.path) > len(self.base):
            path = self.path[:-1]
            while len(path) > len(self.base) and self._past_single(path) == self.path:
                path = path[:-1]
            self.go(path)

    # -- lists ---------------------------------------------------------------------------------------------------------

    def _choose_action(self, word: Any) -> Pressed:
        """A letter: opens the action's next step, or, for an action without one, asks for a second press."""
        if self._completed((), word) is None:
            self.go(self._with_word((), word))
            return Pressed()
        index = self.step_at(()).words.index(word)
        again = self.path == () and self.marked == index and not self._is_default
        self.go(())
        self.marked, self._is_default = index, False
        return self._enter() if again else Pressed()

    def _press_list(self, step: Step, key: str) -> Pressed:
        n = len(step.words)
        if key in LIST_MOVES and n:
            by = LIST_MOVES[key]
            self.marked = (self.marked + by) % n if self.marked is not None else (0 if by > 0 else n - 1)
            self.entry, self._is_default = "", False
            return Pressed()
        if key == "backspace":
            self.back()
            return Pressed()
        if step.kind is ACTION:
            word = self._action_of(step, key)
            if word is not NOTHING:
                self.go(self._with_word((), word))
                return self.press(key)
        if step.kind is ACTION or not step.keys or not key:
            return Pressed(error="error.key", values={"key": key})
        for typed in (self.entry + key, key):
            if any(name.startswith(typed) for name in step.keys):
                return self._type_key(step, typed)
        return _keys_error("error.option", step)

    def _action_of(self, step: Step, key: str) -> Any:
        """The action whose number or place begins with this key, where it need not be named first."""
        for word in step.words:
            if self._completed((), word) is None:
                next_step = self.step_at(self._with_word((), word))
                kind = next_step.kind
                is_digit = kind.is_number and key.isdecimal() and key.isascii()
                is_place = kind.is_place and len(key) == 1 and any(name.startswith(key) for name in self.table.places)
                if kind.is_bare and (is_digit or is_place or key in next_step.keys):
                    return word
        return NOTHING

    def _type_key(self, step: Step, typed: str) -> Pressed:
        """An option by its digits; where more may follow it is only marked."""
        self.entry = typed if any(name.startswith(typed) and name != typed for name in step.keys) else ""
        if typed not in step.keys:
            return Pressed()
        index = step.keys.index(typed)
        if self.entry:
            self.marked = index
            return Pressed()
        return self._choose_listed(step, index)

    def _choose_listed(self, step: Step, index: int) -> Pressed:
        again = self.marked == index and not self._is_default
        self.marked, self._is_default = index, False
        word = step.words[index]
        is_enough = again or step.kind.is_direct or self.offer_of(word) is None
        return self._take(word) if is_enough else Pressed()

    def _press_filter(self, key: str) -> bool:
        """Letters begin a filter, and so does `/`; then everything printable belongs to it."""
        if self.filter is None:
            if key != "/" and not (len(key) == 1 and key.isalpha()):
                return False
            self.filter = "" if key == "/" else key
        elif key == "backspace":
            self.filter = self.filter[:-1] or None
        elif len(key) == 1 and key.isprintable():
            self.filter = (self.filter + key)[:MAX_FILTER]
        else:
            return False
        self.entry = ""
        self.marked = 0 if self.filter and len(self.step.words) == 1 else None
        return True

    # -- numbers -------------------------------------------------------------------------------------------------------

    def _press_number(self, step: Step, key: str) -> Pressed:
        is_typed = (key.isdecimal() and key.isascii()) or (step.kind.is_signed and len(key) == 1 and key in "-−")
        if self._is_default and (is_typed or key == "backspace"):
            self.entry = ""  # what was suggested gives way
        self._is_default = False
        if is_typed:
            self.entry = (self.entry + ("-" if key == "−" else key))[:MAX_ENTRY]
            return Pressed()
        if key == "backspace":
            if self.entry:
                self.entry = self.entry[:-1]
            else:
                self.back()
            return Pressed()
        if key in NUMBER_MOVES:
            self._shift_number(step, NUMBER_MOVES[key])
            return Pressed()
        return self._number_error(step)

    def _shift_number(self, step: Step, by: int) -> None:
        numbers = sorted(step.values)
        now = _number(self.entry)
        start = 0 if step.kind.is_signed and now is None else now
        ends = numbers[0] if by > 0 else numbers[-1]
        wanted = ends if start is None else start + by
        self.entry = str(min(numbers, key=lambda number: (abs(number - wanted), number)))

    def _number_error(self, step: Step) -> Pressed:
        return Pressed(error="error.number", values={"low": min(step.values), "high": max(step.values)})

    # -- places --------------------------------------------------------------------------------------------------------

    def _press_place(self, step: Step, key: str) -> Pressed:
        if key in ("up", "down", "left", "right"):
            self.marked = None
            self.cursor = self.table.neighbour(self.cursor, key)
            return Pressed()
        if key in ("tab", "shift+tab"):
            self._next_target(step, 1 if key == "tab" else -1)
            return Pressed()
        if key == "backspace":
            self.back()
            return Pressed()
        if key == "0" and END in step.words and not self.entry:
            if self.marked is not None:
                return self._enter()
            self.marked = 0
            return Pressed()
        for typed in (self.entry + key, key) if len(key) == 1 else ():
            beginning = self._place_beginning(typed)
            if beginning:
                return self._type_place(step, beginning)
        self.entry = ""
        return Pressed(error="error.place_keys")

    def _place_beginning(self, typed: str) -> str:
        """What is typed as names of places begin, in capitals if need be; "": none does."""
        forms = (typed, typed.upper())
        return next((form for form in forms if any(place.startswith(form) for place in self.table.places)), "")

    def _type_place(self, step: Step, typed: str) -> Pressed:
        if typed not in self.table.places:
            self.entry = typed
            return Pressed()
        self.cursor, self.entry, self.marked = typed, "", None
        other = self._other_action(step, typed)
        if other is not None:
            self.path, step = other, self.step_at(other)
        if typed in step.words and self.offer_of(typed) is None:  # there is more to ask: nothing is played yet
            return self._take(typed)
        return self._place_error(step)

    def _other_action(self, step: Step, place: str) -> Path | None:
        """A place that was typed without an action, and is none of this one's, may be another's."""
        if place in step.words or not step.kind.is_bare or self.base:
            return None
        for word in self.step_at(()).words:
            path = self._with_word((), word)
            if self._completed((), word) is not None:
                continue
            other = self.step_at(path)
            if other.kind == step.kind and place in other.words:
                return path
        return None

    def _place_error(self, step: Step) -> Pressed:
        is_right = self.cursor in step.words
        return Pressed() if is_right else Pressed(error="error.place", values={"place": self.cursor})

    def _next_target(self, step: Step, by: int) -> None:
        places = sorted(step.values, key=self.table.places.index)
        self.marked = None
        if self.cursor in places:
            self.cursor = places[(places.index(self.cursor) + by) % len(places)]
        else:
            self.cursor = self._nearest(step)

    def _nearest(self, step: Step) -> str:
        distance, order = self.table.distance, self.table.places.index
        return min(step.values, key=lambda place: (distance(place, self.cursor), order(place)), default=self.cursor)

    # -- for scripts ---------------------------------------------------------------------------------------------------

    def offer_for(self, moves: Sequence[int]) -> Offer:
        """What plays these moves at once, else the first of them alone; of several ways the one that names most."""
        alone = [offer for offer in self.offers if moves[0] in offer.moves and not self._is_more(offer)]
        whole = [offer for offer in self.offers if offer.moves == tuple(moves) and not offer.n_back]
        return max(whole or alone, key=lambda offer: len(offer.path))

    def keys_for(self, *moves: int) -> list[str]:
        """Keys that play these moves, or the first of them, from the start of this decision."""
        offer = self.offer_for(moves)
        warned = ["enter"] if self.table.warning(offer) else []
        if offer.path == (self.table.default(),):
            return ["enter", *warned]
        keys: list[str] = []
        path = self.base
        while True:
            step = self.step_at(path)
            word = offer.path[len(path)] if len(offer.path) > len(path) else END
            is_last = self._completed(path, word) is offer
            keys += self._keys_of(step, word)
            if step.kind.is_number or (step.kind.is_place and (is_last or word is END)):
                keys.append("enter")
            if is_last:
                return [*keys, "enter", *warned] if step.is_list and not step.kind.is_direct else [*keys, *warned]
            if step.is_list and self._is_beginning(step, word):
                keys.append("enter")  # more digits could follow
            path = self._with_word(path, word)

    def _is_beginning(self, step: Step, word: Any) -> bool:
        """Whether the key of an option is the beginning of another one's."""
        key = step.keys[step.words.index(word)]
        return any(name != key and name.startswith(key) for name in step.keys)

    def _is_more(self, offer: Offer) -> bool:
        """Whether an offer plays several new moves at once."""
        return len(offer.moves) > offer.n_back + 1

    def _keys_of(self, step: Step, word: Any) -> list[str]:
        if step.kind.is_number:
            return [*str(word)]
        if step.kind.is_place:
            return ["0"] if word is END else [*word]
        return [*step.keys[step.words.index(word)]]


def _keys_error(name: str, step: Step) -> Pressed:
    keys = [key for key in step.keys if key]
    listed = f"{keys[0]} … {keys[-1]}" if len(keys) > MAX_LISTED else ", ".join(keys)
    return Pressed(error=name, values={"keys": listed or "/"})


def _number(entry: str) -> int | None:
    try:
        return int(entry)
    except ValueError:
        return None
