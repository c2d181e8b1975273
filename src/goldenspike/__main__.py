"""python -m goldenspike"""

from goldenspike.cli import main

if __name__ == "__main__":
    main()
