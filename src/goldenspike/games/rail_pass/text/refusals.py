"""Every reason against a command: its code for programs and its clause of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from goldenspike.engine.game import Value

from ..rules import state as n

REASONS: dict[int, tuple[str, str]] = {
    n.ROUND_OVER: ("round_over", "RP-TIME-04"),
    n.NO_SUCH_COMMAND: ("no_such_command", "RP-DIG-02"),
    n.NOT_A_SEAT: ("not_a_seat", "RP-SETUP-09"),
    n.ROUND_RUNS: ("round_runs", "RP-TIME-07"),
    n.ALREADY_READY: ("already_ready", "RP-TIME-07"),
    n.TRAIN_GONE: ("train_gone", "RP-FAULT-07"),
    n.ON_RAILS_CARGO: ("train_not_parked", "RP-LOAD-01"),
    n.FOREIGN_CARGO: ("city_of_another", "RP-LOAD-01"),
    n.LOCKED: ("in_use", "RP-DIG-03"),
    n.NO_HAND: ("no_free_hand", "RP-TRAIN-12"),
    n.TWO_HANDS: ("needs_two_hands", "RP-TRAIN-12"),
    n.HAND_THIS_TICK: ("hand_used_this_tick", "RP-DIG-20"),
    n.YARD_EMPTY: ("yard_empty", "RP-LOAD-02"),
    n.TRAIN_FULL: ("train_full", "RP-LOAD-04"),
    n.CAR_RESERVED: ("car_reserved", "RP-EXPERT-03"),
    n.NOT_ITS_COLOUR: ("not_the_citys_colour", "RP-LOAD-08"),
    n.NO_SECOND_TRAIN: ("no_second_train", "RP-LOAD-12"),
    n.NOT_ABOARD: ("not_aboard", "RP-LOAD-12"),
    n.ENGINEER_GONE: ("engineer_gone", "RP-FAULT-07"),
    n.ON_RAILS_ENGINEER: ("train_on_the_rails", "RP-TRAIN-04"),
    n.FOREIGN_ENGINEER: ("engineer_of_another_city", "RP-ENG-13"),
    n.ENGINEER_ELSEWHERE: ("engineer_elsewhere", "RP-ENG-03"),
    n.SEAT_TAKEN: ("seat_taken", "RP-ENG-02"),
    n.HOTEL_FULL: ("hotel_full", "RP-ENG-05"),
    n.ALREADY_THERE: ("already_there", "RP-ENG-06"),
    n.UNMANNED: ("no_engineer", "RP-ENG-01"),
    n.MUST_UNLOAD: ("must_unload", "RP-LOAD-09"),
    n.HAND_FULL: ("hand_full", "RP-TRAIN-05"),
    n.HAND_BUSY: ("hand_busy", "RP-DIG-08"),
    n.PICK_FOREIGN: ("pick_in_own_city", "RP-TRAIN-08"),
    n.NOT_PARKED: ("not_parked", "RP-TRAIN-10"),
    n.NOT_HELD: ("not_held", "RP-DIG-07"),
    n.PARK_FOREIGN: ("park_in_own_city", "RP-TRAIN-08"),
    n.PARK_ELSEWHERE: ("park_where_it_is", "RP-MODEL-05"),
    n.TRACK_TAKEN: ("track_taken", "RP-TRAIN-01"),
    n.TRACK_RESERVED: ("track_reserved", "RP-DIG-29"),
    n.LONG_ON_SHORT: ("long_on_short_track", "RP-TRAIN-02"),
    n.NOT_GIVER: ("not_in_your_hand", "RP-PASS-13"),
    n.NOT_LINKED: ("not_connected", "RP-PASS-01"),
    n.TRACK_BLOCKED: ("blocked_track", "RP-PASS-06"),
    n.OWN_TARGET: ("your_own_city", "RP-PASS-05"),
    n.OFFER_OPEN: ("offered_already", "RP-PASS-13"),
    n.TOO_SOON: ("offer_too_soon", "RP-DIG-32"),
    n.NO_OFFER: ("not_offered", "RP-PASS-13"),
    n.NO_TOOT: ("no_train_call", "RP-PASS-03"),
    n.NOT_TARGET: ("not_offered_to_you", "RP-PASS-02"),
    n.TAKEN_FIRST: ("being_taken", "RP-PASS-13"),
    n.NO_PUSH: ("nobody_pushes", "RP-DIG-27"),
    n.TAKER_HAND_FULL: ("taker_hand_full", "RP-PASS-04"),
    n.NO_OBSTACLE: ("no_obstacle", "RP-DIG-27"),
    n.ALREADY_PUSHED: ("pushed_already", "RP-DIG-27"),
    n.NOTHING_PRESSED: ("nothing_pressed", "RP-DIG-27"),
    n.ENDS_ALONE: ("ends_by_itself", "RP-DIG-18"),
    n.NOT_TRUSTED: ("measure_not_trusted", "RP-DIG-16"),
    n.NO_CANCEL: ("no_cancel", "RP-DIG-18"),
    n.ALONE_AT_OBSTACLE: ("alone_at_obstacle", "RP-PASS-09"),
    n.GO_FOREIGN: ("city_of_another_player", "RP-PASS-02"),
    n.ARROWS_NOT_MANUAL: ("arrows_not_manual", "RP-ARROW-02"),
    n.ARROW_FOREIGN: ("arrow_of_another", "RP-ARROW-01"),
    n.ARROW_NOWHERE: ("arrow_nowhere", "RP-ARROW-01"),
    n.ALREADY_WAITING: ("already_waiting", "RP-DIG-20"),
    n.NOT_TIMED: ("hold_not_timed", "RP-DIG-18"),
    n.CITY_OF_TRAIN: ("train_is_elsewhere", "RP-MODEL-05"),
    n.NOT_BOTH_HERE: ("not_in_one_city", "RP-LOAD-13"),
    n.FACING_AUTO: ("turns_by_itself", "RP-DIG-10"),
    n.YARD_MIDDLE: ("not_an_end", "RP-LOAD-02"),
    n.ONLY_CLOCK: ("only_the_clock", "RP-DIG-01"),
    n.NO_SUCH_TRAIN: ("no_such_train", "RP-SETUP-05"),
    n.NO_SUCH_ENGINEER: ("no_such_engineer", "RP-SETUP-06"),
    n.ENGINEER_QUIT: ("engineer_quit", "RP-FAULT-03"),
    n.CAR_FOR_EITHER: ("car_for_either_color", "RP-AMB-09"),
    n.NO_NEXT_ROUND: ("no_next_round", "RP-SETUP-03"),
}

# Under an option another clause may stand behind the same reason.
UNDER = {(n.ENGINEER_ELSEWHERE, "eng_cross_city", True): "RP-AMB-04"}


def code_and_clause(reason: int, options: Mapping[str, Value]) -> tuple[str, str]:
    """The code of a reason, and its clause in the game that is being played."""
    code, clause = REASONS[reason]
    for (number, name, value), other in UNDER.items():
        if number == reason and options.get(name) == value:
            clause = other
    return code, clause
