"""The benchmark: fixed tasks that the games declare, results with intervals, a leaderboard."""
