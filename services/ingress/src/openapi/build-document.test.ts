import { expect, it } from 'vitest';
import { routes } from '../routes/routes.ts';
import { buildDocument } from './build-document.ts';
import type { DescribedOperation } from './described-operation.ts';
import type { DocumentedRoute, Verb } from './document.ts';
import { toTemplate } from './path-template.ts';

const described = routes.flatMap(({ target }): [string, DescribedOperation][] =>
  target.to === 'operation'
    ? [[target.operation, { name: target.operation, role: 'user', summary: 'Does it' }]]
    : [],
);
const document = buildDocument(routes, new Map(described));
const verbs: readonly Verb[] = ['get', 'post', 'put', 'delete'];
const documented = Object.values(document.paths).flatMap((served) =>
  verbs.flatMap((verb) => served[verb] ?? []),
);

const find = (verb: Verb, path: string): DocumentedRoute | undefined => document.paths[path]?.[verb];
const textsAt = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

it('documents every row of the route table once', () => {
  expect(documented).toHaveLength(routes.length);
  for (const { method, path } of routes) {
    const verb = verbs.find((known) => known === method.toLowerCase()) ?? 'get';
    expect(find(verb, toTemplate(path))?.summary, `${method} ${path}`).toMatch(/./);
  }
});

it('has an id of its own for each row, and the operation of account by its name', () => {
  const ids = documented.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(['sessions.revoke', 'postV1ChatCompletions']));
});

it('names no path twice with other words for what is filled in', () => {
  const bare = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
  expect(new Set(bare).size).toBe(bare.length);
});

it('refers to what is there', () => {
  const text = JSON.stringify(document);
  const referred = textsAt(text, /"\$ref":"#\/components\/schemas\/(\w+)"/g);
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(referred));
  const tags = new Set(document.tags.map(({ name }) => name));
  for (const row of documented) for (const tag of row.tags) expect(tags).toContain(tag);
});

it('says where a key may stand, and who may come with a session', () => {
  expect(find('get', '/v1beta/models')?.security).toEqual([
    { bearer: [] },
    { queryKey: [] },
    { xGoogApiKey: [] },
  ]);
  expect(find('get', '/api/log')?.security).toEqual([{ session: [] }, { personalToken: [] }]);
  expect(find('post', '/api/upload/presign')?.security).toEqual([{ bearer: [] }, { session: [] }]);
  expect(find('get', '/healthz')?.security).toEqual([]);
});

it('says what a row may be refused with, in its own envelope', () => {
  const chat = find('post', '/v1/chat/completions');
  expect(Object.keys(chat?.responses ?? {})).toEqual([
    ...['200', '400', '401', '402', '403', '413', '429', '503'],
  ]);
  const schema = { $ref: '#/components/schemas/MessagesError' };
  expect(find('post', '/v1/messages')?.responses[401]?.content).toEqual({ 'application/json': { schema } });
  expect(Object.keys(find('get', '/v1/files')?.responses ?? {})).toEqual(['401', '403', '429', '501']);
});

it('writes paths as OpenAPI does', () => {
  expect(find('post', '/v1beta/models/{model}:generateContent')?.parameters).toEqual([
    { name: 'model', in: 'path', required: true, schema: { type: 'string' } },
  ]);
  expect(find('post', '/mj/submit/imagine')?.description).toContain('/mj-fast');
});

it('says of what sends browsers on that it does', () => {
  const redirecting = described.map(([name, operation]): [string, DescribedOperation] => [
    name,
    {
      ...operation,
      ...(name === 'oauth.start' && { redirects: 'always' }),
      ...(name === 'oauth.enter' && { redirects: 'sometimes' }),
    },
  ]);
  const { paths } = buildDocument(routes, new Map(redirecting));
  const answersAt = (path: string) => Object(paths[path]?.get?.responses);
  const always = answersAt('/api/oauth/{provider}/start');
  expect(always[302]).toEqual({ description: expect.stringContaining('Location') });
  expect(always[200].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Refusal' });
  expect(answersAt('/api/oauth/{provider}')).toMatchObject({
    200: { content: { 'application/json': { schema: { anyOf: expect.anything() } } } },
    302: {},
    400: {},
    403: {},
  });
  expect(answersAt('/api/oauth/state')).not.toHaveProperty('302');
});
