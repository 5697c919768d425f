"""Our games in OpenSpiel, with explicit chance nodes: `pyspiel.load_game("boomtown_planet_steam(players=3)")` after
`import arena.adapters.openspiel`. A game's other settings are parameters too: sets of words join with `+`, and the
words of a number have a parameter of their own (`recall=2`, but `recall_word=all`).

Actions are the game's dense numbers, at chance nodes those of the outcomes. The return is the share of the victory. An
observation has everything that the seat knows; where a setting limits recall it is no perfect recall, so no information
state is offered: algorithms that want one use the observation string (`ISMCTSBot(use_observation_string=True)`).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pyspiel
from numpy.typing import NDArray

from engine import Game, State, Stream
from engine.games import game_names, game_type, new_game
from engine.settings import Setting

NO_BOUND = 1 << 20  # of a game that does not say how long it can get
RESAMPLING_BITS = 53
UNSET = -1  # a number that is left to the game
WORD = "_word"


def _declared(name: str) -> dict[str, Setting]:
    """A game's settings that are no files, but for the number of players."""
    declared = game_type(name).settings.declared()
    return {key: one for key, one in declared.items() if key != "players" and not one.is_file}


def _parameters(name: str) -> dict[str, int | str]:
    """Their parameters, each with the value that leaves it to the game."""
    found: dict[str, int | str] = {}
    for key, one in _declared(name).items():
        if one.is_number:
            found[key] = UNSET
        if one.words:
            found[f"{key}{WORD}" if one.is_number else key] = ""
    return found


def _settings(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """What the parameters say, as the game reads it."""
    found = {}
    for key, one in _declared(name).items():
        for value in (given.get(key, ""), given.get(f"{key}{WORD}", "")):
            if value not in (UNSET, ""):
                found[key] = one.parse(str(value).replace("+", ","))
    return found


def _players(name: str) -> tuple[int, int, int]:
    """The fewest, the most and the usual number."""
    one = game_type(name).settings.declared().get("players")
    if one is None or one.low is None or one.high is None:
        n = new_game(name).n_seats
        return n, n, n
    return one.low, one.high, one.default


def _type_of(name: str) -> pyspiel.GameType:
    fewest, most, usual = _players(name)
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"boomtown_{name.replace('-', '_')}",
        long_name=f"Boomtown {game_type(name).title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        # alone, one may have any share of the victory
        utility=utility.GENERAL_SUM if fewest == 1 else utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": usual, **_parameters(name)},
    )


class BoomtownGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its parameters. Each game has a class of its own: OpenSpiel keeps it past the end of the
    interpreter, which only classes survive."""

    name: ClassVar[str]
    kind: ClassVar[pyspiel.GameType]

    def __init__(self, params: dict[str, Any] | None = None, ours: Game | None = None) -> None:
        kind = self.kind
        given = dict(params or {})
        self.ours = self._made(given) if ours is None else ours
        info = pyspiel.GameInfo(
            num_distinct_actions=self.ours.n_actions,
            max_chance_outcomes=self.ours.n_outcomes,
            num_players=self.ours.n_seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None if kind.utility == pyspiel.GameType.Utility.GENERAL_SUM else 1.0,
            max_game_length=self.ours.max_length or NO_BOUND,
        )
        super().__init__(kind, info, given)

    def _made(self, given: dict[str, Any]) -> Game:
        fewest, most, usual = _players(self.name)
        players = {} if fewest == most else {"players": given.get("players", usual)}
        return new_game(self.name, **players, **_settings(self.name, given))

    def new_initial_state(self) -> BoomtownState:
        return BoomtownState(self, self.ours.new())

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> BoomtownObserver:
        if params:
            raise ValueError(f"observers take no parameters, but got {params}")
        return BoomtownObserver(self.ours, iig_obs_type)


class BoomtownState(pyspiel.State):  # type: ignore[misc]
    """A state of ours; chance is a player of its own."""

    def __init__(self, game: BoomtownGame, ours: State) -> None:
        super().__init__(game)
        self.ours = ours

    def current_player(self) -> int:
        mover = self.ours.mover
        if mover is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if mover == -1 else mover

    def _legal_actions(self, player: int) -> list[int]:
        return self.ours.legal_actions() if self.ours.mover == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(self.ours.game.outcome(move), chance) for move, chance in self.ours.chance()]

    def _apply_action(self, action: int) -> None:
        game = self.ours.game
        self.ours.apply(game.outcome_move(action) if self.ours.mover == -1 else game.action_move(action))

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.ours.game
        return game.text(game.outcome_move(action) if player == pyspiel.PlayerId.CHANCE else game.action_move(action))

    def is_terminal(self) -> bool:
        return self.ours.is_over

    def returns(self) -> list[float]:
        return self.ours.result() if self.ours.is_over else [0.0] * self.ours.game.n_seats

    def resample_from_infostate(self, player: int, draw: Callable[[], float]) -> BoomtownState:
        """A state drawn from those that look like this one to the player. It has no history of its own."""
        sampling = Stream(int(draw() * (1 << RESAMPLING_BITS)), "sampling")
        return BoomtownState(self.get_game(), self.ours.observe(player).sample(sampling))

    def to_struct(self) -> Struct:
        """The state as plain data, as records have it."""
        return Struct(self.ours.snapshot())

    def to_observation_struct(self, player: int) -> Struct:
        """What the player knows, as plain data."""
        return Struct(self.ours.observe(player).view())

    def action_to_struct(self, player: int, action: int) -> Struct:
        """The words of a move."""
        return Struct({"player": player, "words": self._action_to_string(player, action).split()})

    def struct_to_actions(self, struct: Struct) -> list[int]:
        game, words = self.ours.game, " ".join(map(str, struct["words"]))
        return [game.outcome(words) if struct["player"] == pyspiel.PlayerId.CHANCE else game.action(words)]

    def apply_action_struct(self, struct: Struct) -> None:
        for action in self.struct_to_actions(struct):
            self.apply_action_with_legality_check(action)

    def to_json(self) -> str:
        return self.to_struct().to_json()

    def to_dict(self) -> dict[str, Any]:
        return self.to_struct().to_dict()

    def __str__(self) -> str:
        return self.ours.draw()


class Struct(dict[str, Any]):
    """Plain data with the names of OpenSpiel's structs; `Struct(json.loads(text))` reads it back."""

    def to_json(self) -> str:
        return json.dumps(self)

    def to_dict(self) -> dict[str, Any]:
        return dict(self)


class BoomtownObserver:
    """What a player knows, as floats by name and as text; nothing for other kinds of observations."""

    tensor: NDArray[np.float32] | None

    def __init__(self, game: Game, kind: Any) -> None:
        single = pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.is_whole = kind is None or (kind.public_info and kind.private_info == single and not kind.perfect_recall)
        if not self.is_whole:  # what is public is not told apart from what the seat alone knows
            self.tensor, self.dict = None, {}
            return
        self.tensor = np.zeros(game.tensor_size, np.float32)
        self.dict = {
            field.name: self.tensor[field.offset : field.offset + int(np.prod(field.shape, dtype=int))].reshape(
                field.shape
            )
            for field in game.observation_spec()
        }

    def set_from(self, state: BoomtownState, player: int) -> None:
        if self.tensor is not None:
            state.ours.observe(player).write(self.tensor)

    def string_from(self, state: BoomtownState, player: int) -> str | None:
        """The seat's view as records write it, and a hash of all it knows: equal exactly when the knowledge is."""
        if not self.is_whole:
            return None
        seen = state.ours.observe(player)
        return f"{json.dumps(seen.view())} #{hash(seen) & 0xFFFFFFFFFFFFFFFF:016x}"


def wrap(game: Game) -> Callable[[State], BoomtownState]:
    """Makes states of this very game OpenSpiel's, also where no parameters can say it, as with a board of its own."""
    kind = _CLASSES.get(game.name) or _class_of(game.name)
    theirs = kind({"players": game.n_seats}, game)
    return lambda state: BoomtownState(theirs, state)


def _class_of(name: str) -> type[BoomtownGame]:
    members = {"name": name, "kind": _type_of(name)}
    return type(f"Boomtown{game_type(name).title}", (BoomtownGame,), members)


_CLASSES = {name: _class_of(name) for name in game_names()}
for _class in _CLASSES.values():
    pyspiel.register_game(_class.kind, _class)
