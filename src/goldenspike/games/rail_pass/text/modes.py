"""Which clauses belong to a round as it is played: those that are not here belong to every one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from goldenspike.engine.game import Value

Options = Mapping[str, Value]

MODES: dict[str, Callable[[Options], bool]] = {
    "RP-EXPERT-03": lambda chosen: chosen["expert"] is True,
    "RP-AMB-09": lambda chosen: chosen["expert"] is True and chosen["expert_long"] == "either",
    "RP-AMB-04": lambda chosen: chosen["eng_cross_city"] is True,
    "RP-ENG-03": lambda chosen: chosen["eng_cross_city"] is False,
    "RP-DIG-16": lambda chosen: chosen["dexterity"] == "timed",
    "RP-DIG-18": lambda chosen: chosen["dexterity"] != "timed",
    "RP-FAULT-07": lambda chosen: chosen["dexterity"] == "timed",
    "RP-TIME-07": lambda chosen: chosen["rounds"] != 1,
    "RP-SETUP-03": lambda chosen: chosen["rounds"] == 1,
    "RP-TRAIN-12": lambda chosen: chosen["hands_for_cubes"] is True,
    "RP-LOAD-09": lambda chosen: chosen["unload"] == "manual_lock",
    "RP-ARROW-01": lambda chosen: chosen["arrows"] == "manual",
    "RP-ARROW-02": lambda chosen: chosen["arrows"] != "manual",
}


def applies(clause: str, options: Options) -> bool:
    return clause not in MODES or MODES[clause](options)
