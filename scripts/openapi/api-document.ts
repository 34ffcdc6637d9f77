/** The document that `/openapi.json` serves, as far as scripts read it. */
export interface ApiDocument {
  paths: Record<string, Partial<Record<ApiVerb, ApiRoute>>>;
  components: { schemas: Record<string, ApiSchema> };
}

export const apiVerbs = ['get', 'post', 'put', 'delete'] as const;
export type ApiVerb = (typeof apiVerbs)[number];

export interface ApiRoute {
  operationId: string;
  summary: string;
  tags: string[];
  'x-proof': string;
  parameters?: ApiParameter[];
  requestBody?: { required: boolean; content: ApiContent };
  responses: Record<string, { description: string; content?: ApiContent }>;
}

export interface ApiParameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: ApiSchema;
}

/** By media type. */
export type ApiContent = Record<string, { schema: ApiSchema }>;

/** JSON Schema, as far as it is read here. */
export interface ApiSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, ApiSchema>;
  required?: string[];
  additionalProperties?: ApiSchema | boolean;
  items?: ApiSchema;
  prefixItems?: ApiSchema[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: ApiSchema[];
  oneOf?: ApiSchema[];
  allOf?: ApiSchema[];
}

/** An operation of the session API, as account describes it. */
export interface ApiOperation {
  name: string;
  role: 'anyone' | 'user' | 'admin' | 'root';
  path?: ApiSchema;
}

/** Every row of the document. */
export function rowsOf({ paths }: ApiDocument): { verb: ApiVerb; path: string; route: ApiRoute }[] {
  return Object.entries(paths).flatMap(([path, served]) =>
    apiVerbs.flatMap((verb) => {
      const route = served[verb];
      return route ? [{ verb, path, route }] : [];
    }),
  );
}
