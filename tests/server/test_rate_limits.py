"""Token buckets: fair, exact, bounded."""

from __future__ import annotations

from goldenspike.server.http.rate_limits import RATES, Limits, Rate, address_key


class Clock:
    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


def test_a_bucket_empties_and_fills_again() -> None:
    clock = Clock()
    limits = Limits({"frame": Rate(2, 3)}, now=clock)
    assert [limits.allows("frame", "x") for _ in range(4)] == [True, True, True, False]
    assert limits.allows("frame", "y")
    assert limits.wait("frame", "x") == 0.5
    clock.at += 0.5
    assert limits.allows("frame", "x")
    assert not limits.allows("frame", "x")
    clock.at += 100
    assert [limits.allows("frame", "x") for _ in range(4)] == [True, True, True, False]
    assert limits.refused == {"frame": 4}


def test_a_clock_that_goes_back_gives_nothing() -> None:
    clock = Clock()
    limits = Limits({"frame": Rate(2, 1)}, now=clock)
    assert limits.allows("frame", "x")
    clock.at -= 50
    assert not limits.allows("frame", "x")


def test_the_memory_is_bounded() -> None:
    limits = Limits(most_keys=100)
    for number in range(1000):
        limits.allows("request", str(number))
    assert len(limits) == 100


def test_a_used_up_day_is_not_forgotten_for_new_cookies() -> None:
    limits = Limits(most_keys=100, now=Clock())
    for kind in ("tables", "sessions", "letter", "new account"):
        while limits.allows(kind, "1.2.3.4"):
            pass
    for number in range(200):
        limits.allows("session", f"cookie {number}")
        limits.allows("report", f"10.0.0.{number}")
    for kind in ("tables", "sessions", "letter", "new account"):
        assert not limits.allows(kind, "1.2.3.4"), kind
    assert len(limits) <= 5 * 100


def test_a_load_test_may_switch_them_off() -> None:
    limits = Limits({"frame": Rate(1, 1)}, on=False)
    assert all(limits.allows("frame", "x") for _ in range(100))
    assert len(limits) == 0


def test_real_play_stays_below() -> None:
    """Five clicks a second for a minute, as nobody plays, and a page that asks why not after each of them."""
    clock = Clock()
    limits = Limits(now=clock)
    for _ in range(300):
        clock.at += 0.2
        assert limits.allows("seat", "table 0")
        assert all(limits.allows("frame", "channel") for _ in range(3))
    assert all(limits.allows("request", "a whole page at once") for _ in range(200))
    assert set(RATES) == set(limits.rates)


def test_keys_of_addresses() -> None:
    assert address_key("192.168.1.7") == "192.168.1.7"
    assert address_key("::ffff:192.168.1.7") == "192.168.1.7"
    assert address_key("2001:db8::1") == address_key("2001:db8::ffff") == "2001:db8::/64"
    assert address_key("fe80::1%eth0") == "fe80::/64"
    assert address_key(None) == "unknown"
    assert address_key("testclient") == "testclient"
