import type { Schema } from './schema.ts';

/** OpenAPI 3.1, as far as it is made and shown here. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Partial<Record<Verb, DocumentedRoute>>>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, SecurityScheme>;
  };
}

export type Verb = 'get' | 'post' | 'put' | 'delete';

export interface DocumentedRoute {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  /** How the caller proves who they are, as the route table says it. */
  'x-proof': string;
  security: Record<string, never[]>[];
  parameters?: DocumentedParameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, DocumentedResponse>;
}

export interface DocumentedParameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: Schema;
}

export interface DocumentedResponse {
  description: string;
  content?: Content;
}

/** By media type. */
export type Content = Record<string, { schema: Schema }>;

export type SecurityScheme = { description: string } & (
  | { type: 'http'; scheme: 'bearer' }
  | { type: 'apiKey'; in: 'header' | 'query' | 'cookie'; name: string }
);
