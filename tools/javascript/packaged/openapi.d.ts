// In place of what `make packages` writes of openapi.yaml: `make check` does without it, and the suite packages has it.
export type components = { schemas: any };
export type paths = { [path: string]: any };
