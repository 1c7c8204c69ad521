"""Numbering of hex columns and rows in letters or digits: `A-P`, `01-33`, `AA` after `Z`."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SPAN = re.compile(r"\s*([A-Z]+|\d+)\s*-\s*([A-Z]+|\d+)\s*")


def letters(number: int, *, doubled: bool = True) -> str:
    """Return a column number as letters: A for 1, B for 2.

    After Z come AA, BB, CC (`doubled`, as on many map sheets) or AA, AB, AC.

    >>> letters(3), letters(28), letters(28, doubled=False)
    ('C', 'BB', 'AB')
    """
    if doubled:
        return chr(ord("A") + (number - 1) % 26) * ((number - 1) // 26 + 1)
    text = ""
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def letters_number(text: str, *, doubled: bool = True) -> int:
    """Return the column number of letters: 1 for A, 2 for B.

    Raise `ValueError` if no column has these letters.
    """
    if doubled:
        if len(set(text)) != 1:
            message = f"{text} is not a column; after Z come AA, BB, CC"
            raise ValueError(message)
        return ord(text[0]) - ord("A") + 1 + 26 * (len(text) - 1)
    number = 0
    for c in text:
        number = number * 26 + ord(c) - ord("A") + 1
    return number


@dataclass(frozen=True, slots=True)
class Series:
    """The numbering of columns or rows: first and last number, letters or digits, and minimum width.

    >>> Series.parse("A-P").label(13), Series.parse("01-33").label(4)
    ('M', '04')
    """

    first: int
    last: int
    alphabetic: bool
    width: int = 1
    doubled: bool = True

    @classmethod
    def parse(cls, text: str, *, doubled: bool = True) -> Series:
        """Parse a range of columns or rows, such as `A-P` or `01-33`."""
        match = _SPAN.fullmatch(text)
        if match is None or match[1].isdigit() != match[2].isdigit():
            message = f"{text!r} is not a range of columns or rows; write the first and the last, such as A-P"
            raise ValueError(message)
        if match[1].isdigit():
            first, last, width = int(match[1]), int(match[2]), len(match[1])
            alphabetic = False
        else:
            first, last, width = letters_number(match[1], doubled=doubled), letters_number(match[2], doubled=doubled), 1
            alphabetic = True
        if last < first:
            message = f"{text!r} runs backwards; write the lower end first and choose the corner where counting starts"
            raise ValueError(message)
        return cls(first, last, alphabetic, width, doubled)

    def __len__(self) -> int:
        return self.last - self.first + 1

    def label(self, number: int) -> str:
        """Return the printed label of a column or row, given its number."""
        return letters(number, doubled=self.doubled) if self.alphabetic else f"{number:0{self.width}d}"

    def number(self, label: str) -> int:
        """Return the number of a column or row, given its printed label.

        Raise `ValueError` if the series does not contain it, or it is written differently.
        """
        if self.alphabetic == label.isdigit() or not label:
            message = f"{label!r} is not in the series {self}"
            raise ValueError(message)
        number = letters_number(label, doubled=self.doubled) if self.alphabetic else int(label)
        if not self.first <= number <= self.last or self.label(number) != label:
            message = f"{label!r} is not in the series {self}"
            raise ValueError(message)
        return number

    def __str__(self) -> str:
        return f"{self.label(self.first)}-{self.label(self.last)}"
