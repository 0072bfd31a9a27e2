/** The OpenAPI document, adapted to the viewer. */
// @ts-check

/**
 * What is read of an OpenAPI document.
 * @typedef {object} OpenApi
 * @property {{ [path: string]: PathItem }} paths
 * @property {{ [scheme: string]: unknown }[]} security the ways to send a key, {} if none is needed
 * @property {{ parameters: { [name: string]: Parameter }, securitySchemes: { [name: string]: unknown } }} components
 */

/**
 * The operations of a path by their methods, with the parameters that they share.
 * @typedef {{ parameters?: Referable<Parameter>[] } & Operations} PathItem
 * @typedef {{ get?: Operation, post?: Operation }} Operations
 */

/**
 * @typedef {object} Operation
 * @property {string} operationId
 * @property {string[]} tags
 * @property {string} description
 * @property {Referable<Parameter>[]} [parameters]
 * @property {Responses} responses
 */

/**
 * Responses by their status, or "default".
 * @typedef {{ [status: string]: { $ref?: string } }} Responses
 */

/**
 * @typedef {object} Parameter
 * @property {string} description
 * @property {boolean} [required]
 * @property {{ default?: unknown, example?: unknown }} schema
 */

/**
 * A value, or a reference to it.
 * @template Value
 * @typedef {{ $ref: string } | (Value & { $ref?: undefined })} Referable
 */

/**
 * A function that returns a parameter in place of a reference to it.
 * @typedef {(parameter: Referable<Parameter>) => Parameter} Resolve
 */

/**
 * Return the document with the URL of this service, and without values that the viewer would send for optional
 * parameters. `openTags`: the tags of operations without a key; undefined if no
 * operation needs a key. The viewer gets only the first way to send a key, because it would show a field for each way.
 * @param {OpenApi} document
 * @param {string} root
 * @param {string[]} [openTags]
 */
export function adaptDocument(document, root, openTags) {
  /** @type {Resolve} */
  const resolve = (parameter) => {
    if (parameter.$ref === undefined) return parameter;
    const name = parameter.$ref.split("/").at(-1) ?? "";
    return document.components.parameters[name];
  };
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    adaptPath(path, item, resolve, openTags),
  ]);
  const security =
    openTags &&
    document.security.filter((way) => Object.keys(way).length > 0).slice(0, 1);
  const securitySchemes = Object.fromEntries(
    Object.entries(document.components.securitySchemes).filter(([name]) =>
      security?.some((way) => name in way),
    ),
  );
  return {
    ...document,
    security,
    components: { ...document.components, securitySchemes },
    servers: [{ url: root.replace(/\/$/, "") }],
    paths: Object.fromEntries(paths),
  };
}

/**
 * Return a path with its parameters as the first ones of each operation, shared ones in place of references to them,
 * and required ones before the others.
 * @param {string} path
 * @param {PathItem} item
 * @param {Resolve} resolve
 * @param {string[]} [openTags]
 */
function adaptPath(
  path,
  { parameters: pathParameters = [], ...operations },
  resolve,
  openTags,
) {
  /** @param {Operation} operation */
  const adapt = (operation) => ({
    ...operation,
    ...(openTags && isOpen(path, operation, openTags) && { security: [] }),
    responses: mergeErrors(operation.responses),
    parameters: putRequiredFirst([
      ...pathParameters.map(resolve),
      ...(operation.parameters ?? []).map(resolve).map(adaptParameter),
    ]),
  });
  return Object.fromEntries(
    Object.entries(operations).map(([method, operation]) => [
      method,
      adapt(operation),
    ]),
  );
}

/**
 * Return parameters in their order, but for the required ones, which are first: nothing can be sent without them.
 * @param {Parameter[]} parameters
 */
const putRequiredFirst = (parameters) => [
  ...parameters.filter(({ required }) => required),
  ...parameters.filter(({ required }) => !required),
];

/**
 * Leave out error responses that equal the default response, which describes each problem.
 * @param {Responses} responses
 * @returns {Responses}
 */
const mergeErrors = (responses) =>
  Object.fromEntries(
    Object.entries(responses).filter(
      ([status, { $ref }]) =>
        status === "default" || !$ref || $ref !== responses.default?.$ref,
    ),
  );

/**
 * Return whether an operation needs no key, where a key is asked for.
 * @param {string} path
 * @param {Operation} operation
 * @param {string[]} openTags
 */
const isOpen = (path, { tags: [tag] }, openTags) =>
  !path.startsWith("/v1/") || openTags.includes(tag);

/**
 * Move the default and the example of an optional parameter into its description: the viewer would send all of them.
 * @param {Parameter} parameter
 * @returns {Parameter}
 */
function adaptParameter(parameter) {
  if (parameter.required) return parameter;
  const { default: fallback, example, ...schema } = parameter.schema;
  const sentences = [parameter.description];
  if (fallback !== undefined) sentences.push(`Default: ${fallback}.`);
  if (example !== undefined && `${example}` !== `${fallback}`)
    sentences.push(`Example: ${example}.`);
  return { ...parameter, schema, description: sentences.join(" ") };
}
