/** A key whose end names a channel: read only where the whole text is no key, and only from administrators. */
import { Role } from '@headgate/proto/gen/headgate/account/v1/account';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';
import { readChannelPin } from './channel-pin.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  world.account.put('sk-admin', { role: Role.ADMIN });
  world.account.put('sk-admin-8', { role: Role.ADMIN });
  world.account.put('sk-user');
});
afterAll(() => world.stop());

async function channelOf(key: string): Promise<bigint | number> {
  const answer = await request(world.url)
    .get('/v1/models')
    .set({ authorization: `Bearer ${key}` });
  if (answer.status !== 200) return answer.status;
  return world.text.relays.at(-1)?.open.caller?.channelId ?? -1;
}

test.each([
  ['sk-admin-7', 7n],
  ['sk-admin', 0n],
  ['sk-admin-8', 0n],
  ['sk-admin-8-9', 9n],
  ['sk-user-7', 401],
  ['sk-admin-x', 401],
  ['sk-nobody-7', 401],
])('%s asks for channel %s', async (key, channelId) => {
  expect(await channelOf(key)).toBe(channelId);
});

test('the end is digits, as many as an id has', () => {
  expect(readChannelPin('a-b-12')).toEqual({ key: 'a-b', channelId: 12n });
  expect(readChannelPin('a-')).toBeUndefined();
  expect(readChannelPin('-1')).toBeUndefined();
  expect(readChannelPin(`a-${'1'.repeat(19)}`)).toBeUndefined();
});
