/** Every row of the route table as nobody, with a key, as a user, another user, an administrator and root. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDocument } from '../openapi/read-document.ts';
import { type DocumentedRow, joinRows } from './testing/documented-rows.ts';
import { makeThings, type Things } from './testing/documented-things.ts';
import { meteredConfiguration } from './testing/metered-configuration.ts';
import { type Naming, ownThingsOf } from './testing/own-things.ts';
import { type Asking, keys, meetPeople, type People, peopleSections } from './testing/people.ts';
import { readRouteTable } from './testing/route-table.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
let people: People;
let things: Things;
const rows = joinRows(readDocument(), await readRouteTable());

beforeAll(async () => {
  const quick = { HEADGATE_POLL_MS: '50', HEADGATE_WORKER_IDLE_MS: '50' };
  const patient = { HEADGATE_FAILED_AUTH_LIMIT: '1000000', HEADGATE_LOGIN_LIMIT: '1000000' };
  world = await startWorld(meteredConfiguration(peopleSections), {
    mediaWorkers: 1,
    env: { 'media-worker': quick, 'media-api': quick, ingress: patient },
  });
  people = await meetPeople(world);
  things = await makeThings(world, people);
}, 300_000);
afterAll(() => world.stop());

/** Let in: whatever the answer is then, it is none about who asks. */
type Outcome = 'let in' | 'unknown' | 'refused';
type Outcomes = Record<Asking, Outcome>;

const nobody: Outcomes = {
  ...{ nobody: 'unknown', key: 'unknown' },
  ...{ user: 'unknown', other: 'unknown', admin: 'unknown', root: 'unknown' },
} as const;
const everybodySignedIn = { user: 'let in', other: 'let in', admin: 'let in', root: 'let in' } as const;

/** Who comes in, by the proof of the row. */
const expected: Record<string, Outcomes> = {
  none: { nobody: 'let in', key: 'let in', ...everybodySignedIn },
  key: { ...nobody, key: 'let in' },
  'key-read-only': { ...nobody, key: 'let in' },
  'key-or-session': { nobody: 'unknown', key: 'let in', ...everybodySignedIn },
  session: { ...nobody, ...everybodySignedIn },
  playground: { ...nobody, ...everybodySignedIn },
  admin: { ...nobody, user: 'refused', other: 'refused', admin: 'let in', root: 'let in' },
  root: { ...nobody, user: 'refused', other: 'refused', admin: 'refused', root: 'let in' },
};

/** Rows that answer otherwise than their proof says, and why. */
const exceptions: Record<string, Partial<Outcomes>> = {
  // Asking is enough to end the session of who asks.
  'GET /api/user/logout': { nobody: 'let in' },
  'POST /api/user/logout': { nobody: 'let in' },
  // The address is the proof, and nobody knows this one.
  'PUT /api/upload/put/{token}': {
    ...{ nobody: 'refused', key: 'refused', user: 'refused' },
    ...{ other: 'refused', admin: 'refused', root: 'refused' },
  },
};

test.each(rows.map((row) => [row.name, row.route['x-proof'], row] as const))(
  '%s is for %s',
  async (name, proof, row) => {
    const outcomes = exceptions[name] ?? expected[proof];
    if (!outcomes)
      throw new Error(`${proof} is a new proof: say in authorization.test.ts who comes in by it`);
    const asking = Object.keys(outcomes) as Asking[];
    const found = await Promise.all(asking.map(async (who) => [who, await knock(row, people[who])]));
    expect(Object.fromEntries(found)).toEqual(outcomes);
  },
);

const owned = rows.flatMap((row) => {
  const name = ownThingsOf({ ...row, target: row.row.target, proof: row.route['x-proof'] });
  return name ? [{ row, name }] : [];
});

test.each(owned.map(({ row, name }) => [row.name, row, name] as const))(
  "%s shows what is another's as what does not exist",
  async (called, row, name) => {
    const naming = name(things);
    const asOther = row.route['x-proof'].startsWith('key')
      ? { authorization: `Bearer ${keys.other}` }
      : people.other;
    const foreign = await ask(row, asOther, naming);
    expect(foreign).toEqual(await ask(row, asOther, toUnknown(naming)));
    expect(foreign.isSuccess, foreign.text).toBe(isList(called));
  },
);

test('whose things they are has them still', async () => {
  const { film, images, picture, sessionId, shownKeyId } = things;
  for (const path of [
    `/v1/videos/${film}`,
    `/v1/images/generations/async/${images}`,
    `/mj/task/${picture}/fetch`,
  ]) {
    const answer = await fetch(world.baseUrl + path, { headers: people.key });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ status: /^\/mj/.test(path) ? 'SUCCESS' : 'completed' });
  }
  const kept = await fetch(`${world.baseUrl}/api/token/${shownKeyId}`, { headers: people.user });
  expect(await kept.json()).toMatchObject({ success: true, data: { name: 'shown', status: 1 } });
  const sessions = await (await fetch(`${world.baseUrl}/api/user/sessions`, { headers: people.user })).json();
  expect(Object(sessions).data.map(({ id }: { id: number }) => String(id))).toContain(sessionId);
});

const answersLists: ReadonlySet<string> = new Set([
  'POST /mj/task/list-by-condition',
  'POST /api/token/batch',
]);

/** What was not found of a list is left out, and that is a success. */
function isList(name: string): boolean {
  return answersLists.has(name);
}

/** What is asked cannot be done: no such thing, no JSON. So it changes nothing, whoever is let in. */
async function knock({ method, path }: DocumentedRow, headers: Record<string, string>): Promise<Outcome> {
  const filled = path.replace(/\{\w+\}/g, '999999999');
  const answer = await fetch(world.baseUrl + filled, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    redirect: 'manual',
    ...(method !== 'GET' && { body: '{' }),
  });
  await answer.arrayBuffer();
  if (answer.status === 401) return 'unknown';
  return answer.status === 403 ? 'refused' : 'let in';
}

interface Seen {
  status: number;
  isSuccess: boolean;
  /** Without what is another in every answer. */
  text: string;
}

async function ask(
  { method, path }: DocumentedRow,
  headers: Record<string, string>,
  naming: Naming,
): Promise<Seen> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => naming.path?.[name] ?? '');
  const answer = await fetch(world.baseUrl + filled, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: JSON.stringify(naming.body ?? {}) }),
  });
  const said = await answer.text();
  const named = [...Object.values(naming.path ?? {}), ...textsIn(naming.body)];
  const text = [answer.headers.get('x-request-id') ?? '', ...named]
    .filter((value) => value !== '')
    .reduce((shown, value) => shown.replaceAll(value, '*'), said);
  const isRefusal = answer.status >= 400 || /"success":false/.test(said);
  return { status: answer.status, isSuccess: !isRefusal, text };
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length > 4 ? [value, ...value.split(' ')] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The same, with ids that nobody has. */
function toUnknown(naming: Naming): Naming {
  return JSON.parse(JSON.stringify(naming), (_, value: unknown) => {
    if (typeof value === 'number') return value > 4 ? 999_999_999 : value;
    if (typeof value !== 'string') return value;
    if (/^\d+$/.test(value)) return '999999999';
    return value.replace(
      /[\w-]{12,}/g,
      (id) => id.slice(0, -4) + [...id.slice(-4)].reverse().join('').replace(/./g, turn),
    );
  });
}

/** Another sign of the same kind. */
function turn(sign: string): string {
  return /\d/.test(sign) ? String(9 - Number(sign)) : sign === 'a' ? 'b' : 'a';
}
