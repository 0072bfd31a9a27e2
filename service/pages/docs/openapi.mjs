/** The OpenAPI document as the viewer has it. */

/** The document, asked of the service at that address, and with nothing filled in that a request can do without. */
export function viewed(document, root) {
  const paths = Object.entries(document.paths).map(([path, item]) => [path, viewedItem(item)]);
  return { ...document, servers: [{ url: root.replace(/\/$/, "") }], paths: Object.fromEntries(paths) };
}

/** A path with its operations; the names in the path are the first parameters of each. */
function viewedItem({ parameters: names = [], ...operations }) {
  return Object.fromEntries(Object.entries(operations).map(([method, operation]) => [
    method,
    { ...operation, parameters: [...names, ...(operation.parameters ?? []).map(viewedParameter)] },
  ]));
}

/** The viewer fills defaults and examples in, and would send them all at once: of what may be left out they are told instead. */
function viewedParameter(parameter) {
  if (parameter.required) return parameter;
  const { default: usual, example, ...schema } = parameter.schema;
  const told = [parameter.description];
  if (usual !== undefined) told.push(`Default: ${usual}.`);
  if (example !== undefined && `${example}` !== `${usual}`) told.push(`Example: ${example}.`);
  return { ...parameter, schema, description: told.join(" ") };
}
