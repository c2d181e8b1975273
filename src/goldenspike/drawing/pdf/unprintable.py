"""What a picture may contain that paper cannot show."""


class Unprintable(ValueError):
    """The picture uses a part of SVG that is not supported here: better no page than a wrong one."""

    def __init__(self, what: str) -> None:
        super().__init__(f"this picture cannot be printed: {what} is not supported")
