/** The OpenAPI document, adapted to the viewer. */

/**
 * Return the document with the URL of this service, with links between a GET and its POST, and without values that the
 * viewer would send for optional parameters. `openTags`: the tags of operations without a key; undefined if no operation
 * needs a key. The viewer gets only the first way to send a key, because it would show a field for each way.
 */
export function adaptDocument(document, root, openTags) {
  const resolve = ({ $ref, ...own }) =>
    $ref ? document.components.parameters[$ref.split("/").at(-1)] : own;
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    adaptPath(path, item, resolve, openTags),
  ]);
  const security =
    openTags &&
    document.security.filter((way) => Object.keys(way).length > 0).slice(0, 1);
  const isUsed = ([name]) => security?.some((way) => name in way);
  const securitySchemes = Object.fromEntries(
    Object.entries(document.components.securitySchemes).filter(isUsed),
  );
  return {
    ...document,
    security,
    components: { ...document.components, securitySchemes },
    servers: [{ url: root.replace(/\/$/, "") }],
    paths: Object.fromEntries(paths),
  };
}

/** Return a path with its parameters as the first ones of each operation, shared ones in place of references to them. */
function adaptPath(
  path,
  { parameters: pathParameters = [], ...operations },
  resolve,
  openTags,
) {
  const { get, post } = operations;
  return Object.fromEntries(
    Object.entries(operations).map(([method, operation]) => [
      method,
      {
        ...operation,
        ...(openTags && isOpen(path, operation, openTags) && { security: [] }),
        description:
          get && post
            ? `${operation.description}\n\n${linkTwin(operation, get, post)}`
            : operation.description,
        responses: mergeErrors(operation.responses),
        parameters: [
          ...pathParameters.map(resolve),
          ...(operation.parameters ?? []).map(resolve).map(adaptParameter),
        ],
      },
    ]),
  );
}

/** Leave out error responses that equal the default response, which describes each problem. */
function mergeErrors(responses) {
  const isOther = ([status, { $ref }]) =>
    status === "default" || !$ref || $ref !== responses.default?.$ref;
  return Object.fromEntries(Object.entries(responses).filter(isOther));
}

/** Return whether an operation needs no key, where a key is asked for. */
const isOpen = (path, { tags: [tag] }, openTags) =>
  !path.startsWith("/v1/") || openTags.includes(tag);

/** Return a sentence with a link from a GET to its POST, or back. */
function linkTwin(operation, get, post) {
  const [words, twin] =
    operation === get
      ? ["Or as a POST, with the parameters in a JSON body", post]
      : ["Or as a GET, with the parameters in the query", get];
  return `[${words}](#/${twin.tags[0]}/${twin.operationId})`;
}

/** Move the default and the example of an optional parameter into its description: the viewer would send all of them. */
function adaptParameter(parameter) {
  if (parameter.required) return parameter;
  const { default: fallback, example, ...schema } = parameter.schema;
  const sentences = [parameter.description];
  if (fallback !== undefined) sentences.push(`Default: ${fallback}.`);
  if (example !== undefined && `${example}` !== `${fallback}`)
    sentences.push(`Example: ${example}.`);
  return { ...parameter, schema, description: sentences.join(" ") };
}
