"""What a picture may contain that paper cannot show."""


class Unprintable(ValueError):
    """The picture uses something of SVG that is not drawn here: better no page than a wrong one."""

    def __init__(self, what: str) -> None:
        super().__init__(f"this picture cannot be printed: {what} is not supported")
