import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';
import { createDocumentation } from './documentation.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  world.account.described = [
    {
      name: 'sessions.list',
      role: 'user',
      summary: 'Lists <b>where</b> the caller is signed in',
      data: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
    },
  ];
});
afterAll(() => world.stop());

it('is served as OpenAPI, with what account says of its operations', async () => {
  const { status, body, headers } = await request(world.url).get('/openapi.json');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json');
  expect(body.openapi).toBe('3.1.0');
  const list = body.paths['/api/user/sessions'].get;
  expect(list).toMatchObject({
    operationId: 'sessions.list',
    tags: ['Session: sessions'],
    'x-proof': 'session',
    security: [{ session: [] }, { personalToken: [] }],
  });
  const [served, refused] = list.responses[200].content['application/json'].schema.anyOf;
  expect(served.properties.data.items.properties).toEqual({ id: { type: 'integer' } });
  expect(refused).toEqual({ $ref: '#/components/schemas/Refusal' });
  const { properties } =
    body.paths['/v1/chat/completions'].post.requestBody.content['application/json'].schema;
  expect(properties.reasoning_effort.enum).toContain('max');
  // Account, as it is here, knows no operation of this name.
  expect(body.paths['/api/user/sessions/{id}']).toBeUndefined();
});

it('is a page without scripts, in which words of others are text', async () => {
  const { status, text, headers } = await request(world.url).get('/docs');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
  expect(text).toContain('Lists &lt;b&gt;where&lt;/b&gt; the caller is signed in');
  expect(text).toContain('/v1/chat/completions');
  expect(text).not.toContain('<script');
});

it('is made again only when account describes its operations otherwise', async () => {
  let asked = 0;
  let isAway = false;
  let name = 'first.name';
  let now = 0;
  const documentation = createDocumentation(
    [],
    async () => {
      asked += 1;
      if (isAway) throw new Error('away');
      return { operations: Buffer.from(JSON.stringify([{ name, role: 'user', summary: '' }])) };
    },
    () => now,
  );
  const [one, other] = await Promise.all([documentation(), documentation()]);
  expect(other.document).toBe(one.document);
  expect(asked).toBe(1);
  now = 20_000;
  expect((await documentation()).document).toBe(one.document);
  expect(asked).toBe(2);
  name = 'second.name';
  now = 40_000;
  expect((await documentation()).document).not.toBe(one.document);
  isAway = true;
  expect((await documentation()).document).toBeDefined();
  now = 60_000;
  await expect(documentation()).rejects.toMatchObject({ fault: { status: 503 } });
  isAway = false;
  expect((await documentation()).document).toBeDefined();
});
