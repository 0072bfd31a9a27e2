"""Draw groups of items under rules on their attributes, with the counting, placing and searching that it takes.

The words of this room, each with one meaning:

| word | meaning | module |
|---|---|---|
| rule | a set of items, with the least and the most of them in each group | rules.py |
| quota | a rule that binds one group alone | rules.py |
| field | a part of the request that gives rules: an attribute, an entry of `limits`, or a list | rules.py |
| block | items of one rule, or of none, with the number of their places in each group | table.py |
| unit | an item, or items that stay together, which are placed as one | profiles.py |
| placed | said of the units with an item that an entry of the request's `placed` names | placements.py |
| placement | a group for each placed unit, and what it leaves to the others; rules.md calls it a way | profiles.py |
| part | the groups with the same first labels in `paths`; all groups, and each group, are parts too | placements.py |
| chain | the parts around one group, from the part of all groups to the part of this group alone | placements.py |
| kind | what is equal in parts that can be exchanged; exchanging them makes alike placements | placements.py |
| limit | what a rule leaves to units that are not placed: the least and the most for each group | profiles.py |
| class | units that no limit tells apart | profiles.py |
| profile | what a group can still take: its free places, and the bounds that later units can break | profiles.py |
| node | profiles with the same future | profiles.py |
| start | a placement that leaves arrangements, and the node of each group after it | profiles.py |
| state | the number of groups at each node, before a class | choices.py |
| choice | how many groups at one node take how many units of a class | choices.py |
| takers | the pairs of a choice: a number of units, and the number of groups that take it | choices.py |
| shift | what the groups of a choice add to the next state | choices.py |
| child | a state after the next class | choices.py |
| ways | a number: in how many ways a choice, or a step to a child, can be made | choices.py |
| content | in a search for any arrangement: the free places of a group, and its items of each rule | search.py |
| column | in a draw item by item: a group, or a part of several groups, which takes items | bounds.py |
| bound | the least and the most of some items in each column; of a block, a rule or an entry of `placed` | bounds.py |
| completion | the items that are open after some are placed, and whether groups can take them | completion.py |

docs/definitions/counting.md goes through an example by these words.
"""
