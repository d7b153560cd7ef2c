"""Draw what pages show as pictures: SVG that is made in the build and read without a script.

- `axes`: the values and days that several of them have.
- `calendar`: the days of play of a year.
- `crosstable`: who met whom.
- `distribution`: the values of all players of a list, and one among them.
- `line`: the course of a figure over time, on the page of a player.
- `race`: how far the first of a ranking were behind its leader, event by event.
- `ranks`: the ranks of the leaders over the lists of a year.

One drawing does for every width: x is in per cent and y in pixels, so that letters have the same size on a
phone as on a desk, and paths lie in an inner SVG that stretches, whose strokes do not. Colours are those of
the page, and what a colour says is said by a shape or a word, too.
"""
