/** Every row of the route table with a key in every place where one may stand. */
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Carrier, Route } from '../routes/route.ts';
import { routes } from '../routes/routes.ts';
import { pathOf, rowName } from '../testing/row-kind.ts';
import { send } from '../testing/send.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  world.account.put('sk-good');
});
afterAll(() => world.stop());

const order: readonly Carrier[] = [
  'authorization',
  'subprotocol',
  'x-api-key',
  'query key',
  'x-goog-api-key',
  'mj-api-secret',
];
type Keys = Partial<Record<Carrier, string>>;

async function isAuthorized(route: Route, keys: Keys): Promise<boolean> {
  const { 'query key': inQuery, subprotocol, ...headers } = keys;
  const asked = send(world, route, {
    ...headers,
    ...(subprotocol !== undefined && { 'sec-websocket-protocol': offer(subprotocol) }),
  });
  const { status, body } = await (inQuery === undefined ? asked : asked.query({ key: inQuery }));
  if (status === 401) expect(JSON.stringify(body)).toMatch(/invalid_api_key|"success":false/);
  return status !== 401;
}

function offer(key: string): string {
  return `realtime, openai-insecure-api-key.${key}, openai-beta.realtime-v1`;
}

/** As its clients send it there. */
function inCarrier(carrier: Carrier, key: string): Keys {
  return { [carrier]: carrier === 'authorization' && key !== '' ? `Bearer ${key}` : key };
}

const keyed = routes.filter(({ carriers }) => carriers.length > 0);

describe.each(keyed.map((route) => ({ name: rowName(route), route })))('$name', ({ route }) => {
  const taken = order.filter((carrier) => route.carriers.includes(carrier));
  const ignored = order.filter((carrier) => !route.carriers.includes(carrier));

  it('takes a key from each of its carriers, alone', async () => {
    for (const carrier of taken) {
      expect(await isAuthorized(route, inCarrier(carrier, 'sk-good')), carrier).toBe(true);
      expect(await isAuthorized(route, inCarrier(carrier, 'sk-wrong')), carrier).toBe(false);
      expect(await isAuthorized(route, inCarrier(carrier, '')), carrier).toBe(false);
      expect(await isAuthorized(route, inCarrier(carrier, 'sk-good sk-good')), carrier).toBe(false);
    }
  });

  it('does not look for a key elsewhere', async () => {
    for (const carrier of ignored) {
      expect(await isAuthorized(route, inCarrier(carrier, 'sk-good')), carrier).toBe(false);
      const besides = { ...inCarrier('authorization', 'sk-good'), ...inCarrier(carrier, 'sk-wrong') };
      expect(await isAuthorized(route, besides), carrier).toBe(true);
    }
  });

  it('takes the last of several keys, and passes over empty ones', async () => {
    for (const [index, later] of taken.entries()) {
      for (const earlier of taken.slice(0, index)) {
        const both = (first: string, last: string) =>
          isAuthorized(route, { ...inCarrier(later, last), ...inCarrier(earlier, first) });
        const which = `${earlier}, then ${later}`;
        expect(await both('sk-wrong', 'sk-good'), which).toBe(true);
        expect(await both('a b', 'sk-good'), which).toBe(true);
        expect(await both('sk-good', 'sk-wrong'), which).toBe(false);
        expect(await both('sk-good', 'a b'), which).toBe(false);
        expect(await both('sk-good', ''), which).toBe(true);
      }
    }
  });
});

describe('a key in the query', () => {
  const inQuery = routes.filter(({ carriers }) => carriers.includes('query key'));

  it.each(inQuery.map((route) => ({ name: rowName(route), route })))(
    'of $name gets neither further nor into a log line or a metric',
    async ({ route }) => {
      world.account.put('sk-secret-in-query');
      for (const key of ['sk-secret-in-query', 'sk-secret-unknown'])
        await isAuthorized(route, { 'query key': key });
      await request(world.url).put(`${pathOf(route)}?key=sk-secret-elsewhere`);
      await request(world.url).get('/v1beta/%ff?key=sk-secret-elsewhere');
      const seen = [
        JSON.stringify(world.lines),
        await world.service.metrics.metrics(),
        JSON.stringify(world.text.relays, (_name, value) =>
          typeof value === 'bigint' ? Number(value) : value,
        ),
      ];
      for (const text of seen) expect(text).not.toContain('sk-secret');
    },
  );
});
