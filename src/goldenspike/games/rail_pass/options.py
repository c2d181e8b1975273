"""The options of Rail Pass: what players agree on before a match."""

from __future__ import annotations

from goldenspike.engine.options import Option, RangeOption, Value

from .board.load import LONGEST_S

EXPRESS = "express"


class Pace(RangeOption):
    """The pace in hundredths; 0.5 to 3 is read as a factor."""

    def whole(self, value: object) -> int | None:
        try:
            factor = float(value) if isinstance(value, str | float) else None
        except ValueError:
            return None
        if factor is not None and 0.5 <= factor <= 3.0:
            return round(100 * factor)
        number = super().whole(value)
        return 100 * number if number is not None and 1 <= number <= 3 else number


class Seconds(RangeOption):
    """The length of a round; ``express`` is the challenge that the layout names."""

    def number(self, value: Value) -> int:
        return 0 if value == EXPRESS else int(value)

    def read(self, value: object) -> Value:
        if isinstance(value, str) and value.strip().lower() == EXPRESS:
            return EXPRESS
        return super().read(value)


OPTIONS = (
    Option("clock", ("real", "virtual", "ticks"), "RP-DIG-20", "Wall time, jumps from event to event, or ticks."),
    Option("dexterity", ("timed", "off", "auto_hold"), "RP-DIG-14", "Carries must be held, or cannot go wrong."),
    Pace("pace", (100, 50, 75, 125, 150, 200, 300), "RP-DIG-23", "All durations in hundredths.", low=50, high=300),
    Seconds("seconds", (0, EXPRESS, 300, 600), "RP-TIME-02", "Length; 0: by players.", low=5, high=LONGEST_S),
    Option("rounds", (1, 2, 3), "RP-SETUP-03", "How many rounds, each scored by itself."),
    Option("expert", (False, True), "RP-EXPERT-01", "Some cars take only cubes of their colour."),
    Option("expert_long", ("two_cars", "either"), "RP-EXPERT-02", "Two reserved cars on Long Trains, or one for both."),
    Option("unload", ("manual_lock", "auto"), "RP-LOAD-07", "Cubes are stored one by one, or all on arrival."),
    Option("engineer_check", ("on_stop", "on_receive"), "RP-ENG-10", "When engineers check how far home is."),
    Option("hands_for_cubes", (True, False), "RP-TRAIN-12", "Cubes and engineers need a free hand."),
    Option("colours", ("random", "fixed"), "RP-LAYOUT-14", "Colours are dealt to the cities, or fixed."),
    Option("arrows", ("auto", "manual", "off"), "RP-ARROW-02", "Route arrows that show the way."),
    Option("rounds_total", ("separate", "sum"), "RP-AMB-01", "The best round counts, or all of them together."),
    Option("sticker_deal", ("random", "fixed"), "RP-AMB-10", "Expert: stickers are dealt, or go to fixed cities."),
    Option("eng_cross_city", (False, True), "RP-AMB-04", "Engineers may board trains in another city of the player."),
    Option("end_policy", ("void", "finish_started"), "RP-AMB-12", "What runs when time is up is void, or finished."),
)
