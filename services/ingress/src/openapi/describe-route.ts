import type { Route } from '../routes/route.ts';
import type { OperationWords } from './describe-operation.ts';
import type { Content, DocumentedParameter, DocumentedResponse, DocumentedRoute } from './document.ts';
import { namesIn, otherPaths, toTemplate } from './path-template.ts';
import { orRefused, refusalOf, refusalsOf } from './refusals.ts';
import { type Schema, text } from './schema.ts';
import { securityOf } from './security.ts';
import type { Parameter } from './words/route-words.ts';

const audiences: Partial<Record<Route['proof'], string>> = {
  admin: 'For administrators.',
  root: 'For root alone.',
  playground: 'For pages: on the account of who has signed in.',
  'key-read-only': 'Keys that have expired may ask as well.',
};

/** What the document says of a row: what the row says itself, and its words. */
export function describeRoute(route: Route, words: OperationWords, operationId: string): DocumentedRoute {
  const { path, proof, target } = route;
  const { tag, summary, body } = words;
  const description = [words.description ?? '', audiences[proof] ?? '', ...otherPaths(path)]
    .filter((sentence) => sentence !== '')
    .join(' ');
  const parameters = [
    ...namesIn(toTemplate(path)).map((name) => inPath(name, words.path?.[name]?.schema)),
    ...Object.entries(words.query ?? {}).map(([name, parameter]) => inQuery(name, parameter)),
  ];
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description !== '' && { description }),
    'x-proof': proof,
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: isRequired(body), content: contentOf(body) } }),
    responses: {
      ...(target.to !== 'unimplemented' && answerOf(route, words)),
      ...refusalsOf(route, { hasBody: body !== undefined }),
    },
  };
}

function answerOf(route: Route, { answer, redirects }: OperationWords): Record<string, DocumentedResponse> {
  const { status, description, content } = answer;
  const documented =
    content &&
    contentOf(content, (type, schema) => {
      if (!type.endsWith('json')) return schema;
      return redirects === 'always' ? refusalOf(route) : orRefused(route, schema);
    });
  return {
    [status]: {
      description: redirects === 'always' ? 'Why not' : description,
      ...(documented && { content: documented }),
    },
    ...(redirects && { 302: { description: 'Sends the browser on: Location says where to' } }),
  };
}

function contentOf(
  schemas: Record<string, Schema>,
  change: (type: string, schema: Schema) => Schema = (_type, schema) => schema,
): Content {
  return Object.fromEntries(
    Object.entries(schemas).map(([type, schema]) => [type, { schema: change(type, schema) }]),
  );
}

/** A body of which no member is required may be left out. */
function isRequired(body: Record<string, Schema>): boolean {
  return Object.values(body).some(({ type, required = [] }) => type !== 'object' || required.length > 0);
}

function inPath(name: string, schema: Schema = text()): DocumentedParameter {
  return { name, in: 'path', required: true, schema };
}

function inQuery(
  name: string,
  { schema: { description, ...schema }, required = false }: Parameter,
): DocumentedParameter {
  return { name, in: 'query', required, ...(description !== undefined && { description }), schema };
}
