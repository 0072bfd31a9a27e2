"""Draw what a request asks for: its draw before it has a seed, the steps of its view, and its response.

These classes are on the way of a request, in its order:

- `DrawRoute`: a URL rule with random results, its view, and the schemas of its requests and responses.
- `DrawHandler`: the Flask view of one method of a route. It takes the steps of a request, and calls the route's view.
- `SplitRequest`: the request without its seed, in a query or a body, and the seed.
- `DrawKey`: all that a draw depends on except for its seed. The cache may have a draw for it, which spares the view.
- `SeededDraw`: the request of one result, as the dataclass that the schema makes; a `Batch` has it and the `repeats`.
  Its base `DrawRequest`, in the core, knows which of its members a response repeats.
- `DrawView`: the view of an endpoint, in a capability. It takes the dataclass and returns the draft.
- `ResponseDraft`: the response before it has results: what draws them, and how they are written.
- `PreparedDraw`: the draft, with the path and the `repeats` of the request, for any seed. Replays and plans use it too.
- `ParsedRequest`: the prepared draw, the seed, and the evidence that is asked for.
- `Evidence`: what makes the response in place of the handler, if it is to be signed or proved.
"""
