/** Every route that /openapi.json documents is called once, as the least caller that may, and answers as documented. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiRoute } from '../openapi/api-document.ts';
import { readDocument } from '../openapi/read-document.ts';
import { callOf, type DocumentedRow, type FullCall, joinRows } from './testing/documented-rows.ts';
import { makeThings, type Things } from './testing/documented-things.ts';
import { meteredConfiguration } from './testing/metered-configuration.ts';
import { type Asking, keys, meetPeople, type People, peopleSections } from './testing/people.ts';
import { openRealtime } from './testing/realtime-client.ts';
import { readRouteTable } from './testing/route-table.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
let people: People;
let things: Things;
const document = readDocument();
const rows = joinRows(document, await readRouteTable());
const schemas = new Ajv2020({ strict: false, validateFormats: false });
schemas.addSchema(document, 'document');

beforeAll(async () => {
  const quick = { HEADGATE_POLL_MS: '50', HEADGATE_WORKER_IDLE_MS: '50' };
  world = await startWorld(meteredConfiguration(peopleSections), {
    mediaWorkers: 1,
    // There are no passkeys at a bare address.
    env: { 'media-worker': quick, 'media-api': quick, ingress: { HEADGATE_PUBLIC_URL: 'http://localhost' } },
  });
  people = await meetPeople(world);
  things = await makeThings(world, people);
}, 300_000);
afterAll(() => world.stop());

test('the document that is served is the one that is walked here', async () => {
  const answer = await fetch(`${world.baseUrl}/openapi.json`);
  expect(await answer.json()).toEqual(document);
});

const leastOf: Record<string, Asking> = {
  none: 'nobody',
  key: 'key',
  'key-read-only': 'key',
  'key-or-session': 'key',
  session: 'user',
  playground: 'user',
  admin: 'admin',
  root: 'root',
};

// Some go on with what others made, and a file is read once it has been brought: in the order of the table.
describe.each(rows.map((row) => [row.name, row] as const))('%s', (name, row) => {
  test('answers as documented', async () => {
    if (row.row.target === 'realtime') return expectSession();
    const call = callOf(row, things);
    const answer = await send(row, call);
    const said = await answer.text();
    const [success = '501'] = Object.keys(row.route.responses);
    expect(String(answer.status), said).toBe(String(call.refused?.status ?? success));
    const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
    const documented = Object.keys(row.route.responses[answer.status]?.content ?? {});
    expect(
      documented.map(toPattern).some((pattern) => pattern.test(type)),
      `${name} answered ${type}`,
    ).toBe(true);
    if (type !== 'application/json') return;
    const body: unknown = JSON.parse(said);
    if (row.row.envelope === 'session')
      expect(Object(body).success ?? Object(body).code, said).toBe(!call.refused);
    expect(problemsOf(row, answer.status, body), `${name} answered ${said}`).toEqual([]);
  });
});

function toPattern(type: string): RegExp {
  return new RegExp(`^${type.replaceAll('*', '.+')}$`);
}

async function expectSession(): Promise<void> {
  const session = await openRealtime(world.baseUrl, keys.user, 'gpt-4o-mini');
  expect(session.requestId).toMatch(/./);
  session.sdk.close();
}

function send({ method, path, route, row }: DocumentedRow, call: FullCall): Promise<Response> {
  const { as = leastOf[route['x-proof']] ?? 'nobody', cookie, body, text } = call;
  const { contentType = 'application/json' } = call;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = call.path?.[name];
    if (value === undefined) throw new Error(`${row.name} needs "path: { ${name} }" in documented-calls.ts`);
    return value;
  });
  const isBytes = body instanceof Uint8Array;
  return fetch(`${world.baseUrl}${filled}?${new URLSearchParams(call.query)}`, {
    method,
    headers: {
      ...people[as],
      ...(cookie !== undefined && { cookie }),
      'content-type': isBytes ? 'image/png' : contentType,
    },
    ...(isBytes ? { body } : { body: text ?? (body && JSON.stringify(body)) ?? null }),
  });
}

/** What of an answer is not as its schema says; refusals are held to theirs, and success to that of success. */
function problemsOf({ name, route }: DocumentedRow, status: number, body: unknown): unknown[] {
  const schema = route.responses[status]?.content?.['application/json']?.schema;
  if (!schema) return [`${name} documents no JSON for ${status}`];
  const validate = schemas.compile({ ...toInner(withoutRefusal(route, status, body)) });
  return validate(body) ? [] : (validate.errors ?? []);
}

function withoutRefusal({ responses }: ApiRoute, status: number, body: unknown): object {
  const schema = responses[status]?.content?.['application/json']?.schema ?? {};
  const isSuccess = status === 200 && Object(body).success !== false;
  return isSuccess && schema.anyOf?.[1]?.$ref?.endsWith('/Refusal') ? (schema.anyOf[0] ?? {}) : schema;
}

/** References of the document, for a schema outside of it. */
function toInner(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components'));
}
