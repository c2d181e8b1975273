"""What every game must pass: ``goldenspike check-game NAME``, and the tests over the registry."""
