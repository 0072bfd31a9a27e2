"""Draw groups for several rounds in which nobody meets twice, from a schedule that is stored or constructed.

The words of this room:

| word | meaning | module |
|---|---|---|
| schedule | for each round its groups, of places in place of items | schedules.py |
| place | a number from 0 that stands for an item until people are drawn; the last places may be empty | schedules.py |
| row | the places of which no group has two, as long as rounds go by slopes | schedules.py |
| slope | an element of the ring; a round by it moves each row on by its product with the row | schedules.py |
| ring | the numbers of the groups, which are added and multiplied as those of finite fields | rings.py |
| filled | said of a round beyond those of a schedule, in which some meet again | meetings.py |

No schedule is searched while a request waits: it is stored, constructed, or filled without going back.
"""
