import type { ResponsePin } from '@headgate/proto/gen/headgate/account/v1/account';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';
import { getResponsePin, pinResponses } from './rpc.ts';
import { deleteOldPins } from './store.ts';
import { sweepResponsePins } from './sweep.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await createTestAccount();
});
beforeEach(() => account.context.knex('response_pins').truncate());
afterAll(() => account.stop());

const pin: ResponsePin = {
  responseId: 'resp_1',
  keyId: 7n,
  channelId: 3n,
  credentialHash: Buffer.alloc(32, 1),
  contextTokens: 0n,
};
const note = (...pins: ResponsePin[]) => pinResponses(account.context, { pins });
const find = async (responseId: string, keyId: bigint) =>
  (await getResponsePin(account.context, { responseId, keyId })).pin;
const countPins = async (): Promise<number> =>
  Number((await account.context.knex('response_pins').count().first())?.count);

/** Makes every pin that is there as old as it may be kept. */
const age = () =>
  account.context.knex.raw(`update response_pins set noted_at = now() - make_interval(secs => ?)`, [
    account.context.responsePinMs / 1_000,
  ]);

test('what was noted is found by its owner, and by nobody else', async () => {
  await note(pin, { ...pin, responseId: 'resp_2', channelId: 4n });
  expect(await find('resp_1', 7n)).toEqual(pin);
  expect(await find('resp_2', 7n)).toMatchObject({ channelId: 4n });
  expect(await find('resp_1', 8n)).toBeUndefined();
  expect(await find('resp_3', 7n)).toBeUndefined();
});

test('that another key has noted it is said, and nothing more', async () => {
  await note(pin, { ...pin, responseId: 'resp_2' }, { ...pin, responseId: 'resp_2', keyId: 8n });
  const ask = (responseId: string, keyId: bigint) => getResponsePin(account.context, { responseId, keyId });
  expect(await ask('resp_1', 8n)).toEqual({ pin: undefined, ofAnotherKey: true });
  expect(await ask('resp_2', 8n)).toMatchObject({ pin: { keyId: 8n }, ofAnotherKey: false });
  expect(await ask('resp_3', 8n)).toEqual({ pin: undefined, ofAnotherKey: false });
});

test('noting again changes nothing, within a call and across calls', async () => {
  const other = { ...pin, channelId: 9n };
  await note(pin, other);
  await note(other);
  expect(await find('resp_1', 7n)).toEqual(pin);
  expect(await countPins()).toBe(1);
});

test('what is known of a context later is added, and never taken away', async () => {
  const counted = { ...pin, channelId: 9n, contextTokens: 100n };
  await note(pin, counted);
  expect(await find('resp_1', 7n)).toEqual({ ...pin, contextTokens: 100n });
  await note({ ...pin, contextTokens: 120n });
  await note(pin, { ...pin, contextTokens: 110n });
  expect(await find('resp_1', 7n)).toEqual({ ...pin, contextTokens: 120n });
});

test('an id that two keys have is a pin for each', async () => {
  await note(pin, { ...pin, keyId: 8n, channelId: 9n });
  expect(await find('resp_1', 7n)).toMatchObject({ channelId: 3n });
  expect(await find('resp_1', 8n)).toMatchObject({ channelId: 9n });
});

test('the same pins noted by many at once, in any order, are noted', async () => {
  const pins = Array.from({ length: 200 }, (_, index) => ({ ...pin, responseId: `resp_${index}` }));
  const backwards = [...pins].reverse();
  await Promise.all(Array.from({ length: 8 }, (_, turn) => note(...(turn % 2 ? pins : backwards))));
  expect(await countPins()).toBe(200);
});

test('a pin is no longer found once its time is over, swept or not', async () => {
  await note(pin);
  await age();
  expect(await find('resp_1', 7n)).toBeUndefined();
});

test('the sweep removes what is too old, batch by batch, and nothing else', async () => {
  const old = Array.from({ length: 5 }, (_, index) => ({ ...pin, responseId: `old_${index}` }));
  await note(...old);
  await age();
  await note(pin);
  const { knex, log, responsePinMs } = account.context;
  expect(await deleteOldPins(knex, responsePinMs, 2)).toBe(2);
  const stopping = new AbortController();
  const options = { knex, log, olderThanMs: responsePinMs, everyMs: 60_000 };
  const sweeping = sweepResponsePins({ ...options, signal: stopping.signal });
  await waitFor(async () => (await countPins()) === 1, 'the old ones are gone');
  stopping.abort();
  await sweeping;
  expect(await find('resp_1', 7n)).toEqual(pin);
});

test('an id may be as long as a proxy that writes its own route into it makes it', async () => {
  // LiteLLM's are 201 to 237 characters long.
  const long = { ...pin, responseId: `resp_${'r'.repeat(995)}` };
  await note(long);
  expect(await find(long.responseId, 7n)).toEqual(long);
});

const malformed: [string, Partial<ResponsePin>][] = [
  ['response_id', { responseId: '' }],
  ['response_id', { responseId: 'r'.repeat(1_001) }],
  ['response_id', { responseId: 'resp\u0000' }],
  ['key_id', { keyId: 0n }],
  ['channel_id', { channelId: -1n }],
  ['credential_hash', { credentialHash: Buffer.alloc(31) }],
  ['context_tokens', { contextTokens: -1n }],
];

test.each(malformed)('a pin whose %s is malformed is refused, with all beside it', async (member, part) => {
  const fault = await faultFrom(note(pin, { ...pin, ...part }));
  expect(fault).toMatchObject({ code: 'invalid_request', param: `pins[1].${member}` });
  expect(await countPins()).toBe(0);
});

test('a thousand pins fit one call, one more is refused', async () => {
  const pins = Array.from({ length: 1_001 }, (_, index) => ({ ...pin, responseId: `resp_${index}` }));
  expect(await faultFrom(note(...pins))).toMatchObject({ code: 'invalid_request', param: 'pins' });
  await note(...pins.slice(1));
  expect(await countPins()).toBe(1_000);
});

test('an id that cannot be one is simply not known', async () => {
  expect(await find('resp\u0000', 7n)).toBeUndefined();
  expect(await find('r'.repeat(10_000), 7n)).toBeUndefined();
});
