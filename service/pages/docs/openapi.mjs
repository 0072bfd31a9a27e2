/** The OpenAPI document, adapted to the viewer. */

/** Return the document with the service's URL, and without values that the viewer would fill into optional parameters. */
export function adaptDocument(document, root) {
  const resolve = ({ $ref, ...own }) => ($ref ? document.components.parameters[$ref.split("/").at(-1)] : own);
  const paths = Object.entries(document.paths).map(([path, item]) => [path, adaptPath(item, resolve)]);
  return { ...document, servers: [{ url: root.replace(/\/$/, "") }], paths: Object.fromEntries(paths) };
}

/** Return a path with its parameters as the first ones of each operation, shared ones in place of references to them. */
function adaptPath({ parameters: pathParameters = [], ...operations }, resolve) {
  return Object.fromEntries(Object.entries(operations).map(([method, operation]) => [
    method,
    { ...operation, parameters: [...pathParameters.map(resolve), ...(operation.parameters ?? []).map(resolve).map(adaptParameter)] },
  ]));
}

/** Move the default and the example of an optional parameter into its description: the viewer would send all of them. */
function adaptParameter(parameter) {
  if (parameter.required) return parameter;
  const { default: fallback, example, ...schema } = parameter.schema;
  const sentences = [parameter.description];
  if (fallback !== undefined) sentences.push(`Default: ${fallback}.`);
  if (example !== undefined && `${example}` !== `${fallback}`) sentences.push(`Example: ${example}.`);
  return { ...parameter, schema, description: sentences.join(" ") };
}
