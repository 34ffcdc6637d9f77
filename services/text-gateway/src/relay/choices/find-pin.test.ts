import type { ResponsePin } from '@headgate/proto/gen/headgate/account/v1/account';
import { createLog } from '@headgate/runtime/log';
import { beforeEach, expect, test } from 'vitest';
import { hashCredential } from '../../catalog/route.ts';
import { passage as messages } from '../../dialects/messages/passage.ts';
import { passage as responses } from '../../dialects/responses/passage.ts';
import { createPins } from '../../pins/pins.ts';
import { createCandidate } from '../../testing/test-serving.ts';
import { findPin, keeps } from './find-pin.ts';

const candidates = [createCandidate({ id: 1n, keys: ['a'] }), createCandidate({ id: 2n, keys: ['b', 'c'] })];
const log = createLog('test', 'silent');

let account: { pin: ResponsePin | undefined; isAway: boolean; owner: bigint };
beforeEach(() => {
  const credentialHash = hashCredential('c');
  account = {
    pin: { responseId: 'resp_1', keyId: 7n, channelId: 2n, credentialHash, contextTokens: 0n },
    isAway: false,
    owner: 7n,
  };
});

function find(body: object, passage = responses): Promise<ResponsePin | undefined> {
  const pins = createPins({
    account: {
      note: async () => undefined,
      find: async (_, keyId) => {
        if (account.isAway) throw new Error('away');
        const isOwn = keyId === account.owner;
        return { pin: isOwn ? account.pin : undefined, ofAnotherKey: !isOwn };
      },
    },
    metrics: { pins: () => undefined },
    log,
  });
  const bytes = Buffer.from(JSON.stringify({ model: 'm', input: 'hi', ...body }));
  const request = passage.readRequest(bytes, { model: 'm', stream: false });
  return findPin({ pins, log }, request, { keyId: 7n });
}

const next = { previous_response_id: 'resp_1' };

test('a request that goes on from nothing asks nobody', async () => {
  account.isAway = true;
  expect(await find({})).toBeUndefined();
  expect(await find({ previous_response_id: null })).toBeUndefined();
});

test('the pin is found', async () => {
  expect(await find(next)).toMatchObject({ channelId: 2n });
});

test('what nobody noted is asked for wherever the request goes', async () => {
  account.pin = undefined;
  expect(await find(next)).toBeUndefined();
});

test("another key's response is not found", async () => {
  account.owner = 8n;
  await expect(find(next)).rejects.toMatchObject({
    fault: {
      status: 400,
      code: 'invalid_request',
      param: 'previous_response_id',
      message: "Previous response with id 'resp_1' not found.",
    },
  });
});

test.each([
  { what: 'channel', channelId: 3n },
  { what: 'credential', credentialHash: hashCredential('gone') },
])('a response whose $what is gone is kept by nobody', async ({ what: _, ...gone }) => {
  const pin = await find(next);
  if (!pin) throw new Error('It is not found');
  expect(keeps(candidates, pin)).toBe(true);
  expect(keeps(candidates, { ...pin, ...gone })).toBe(false);
});

test.each([['container_1'], [{ id: 'container_1', skills: [] }]])(
  'so it is of a container: %j',
  async (container) => {
    const body = { messages: [], max_tokens: 9, container };
    expect(await find(body, messages)).toMatchObject({ channelId: 2n });
    account.owner = 8n;
    await expect(find(body, messages)).rejects.toMatchObject({
      fault: {
        status: 400,
        code: 'invalid_request',
        param: 'container',
        message: "Container 'container_1' not found.",
      },
    });
    expect(await find({ messages: [], max_tokens: 9, container: { skills: [] } }, messages)).toBeUndefined();
  },
);

test('an account that is away is no answer', async () => {
  account.isAway = true;
  await expect(find(next)).rejects.toMatchObject({ fault: { status: 503, code: 'service_unavailable' } });
});
