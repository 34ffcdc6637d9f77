import type { ResponsePin } from '@headgate/proto/gen/headgate/account/v1/account';
import { createLog } from '@headgate/runtime/log';
import { beforeEach, expect, test } from 'vitest';
import { createPins, type Pins } from './pins.ts';

const pin: ResponsePin = {
  responseId: 'resp_1',
  keyId: 7n,
  channelId: 3n,
  credentialHash: Buffer.alloc(32, 1),
  contextTokens: 0n,
};

let noted: ResponsePin[];
let asked: number;
let pins: Pins;
beforeEach(() => {
  noted = [];
  asked = 0;
  pins = createPins({
    account: {
      note: async (some) => noted.push(...some),
      find: async (responseId, keyId) => {
        asked += 1;
        const found = noted.find((one) => one.responseId === responseId);
        return {
          pin: found?.keyId === keyId ? found : undefined,
          ofAnotherKey: found ? found.keyId !== keyId : false,
        };
      },
    },
    metrics: { pins: () => undefined },
    log: createLog('test', 'silent'),
  });
});

test('account is told, and is not asked for what it was told here', async () => {
  expect(await pins.keep(pin)).toBe(true);
  expect(noted).toEqual([pin]);
  expect(await pins.find('resp_1', 7n)).toEqual({ pin, ofAnotherKey: false });
  expect(asked).toBe(0);
});

test('account is asked once for what another replica told it', async () => {
  noted.push(pin);
  for (let count = 0; count < 3; count += 1) expect((await pins.find('resp_1', 7n)).pin).toEqual(pin);
  expect(asked).toBe(1);
});

test('what is known here is known to its own key alone', async () => {
  await pins.keep(pin);
  expect(await pins.find('resp_1', 8n)).toEqual({ pin: undefined, ofAnotherKey: true });
});

test('what is unknown is asked for each time', async () => {
  await pins.find('resp_1', 7n);
  noted.push(pin);
  expect((await pins.find('resp_1', 7n)).pin).toEqual(pin);
});

test('an id that a proxy wrote its own route into is an id', async () => {
  // LiteLLM's are 201 to 237 characters long.
  const long = { ...pin, responseId: `resp_${'r'.repeat(995)}` };
  expect(await pins.keep(long)).toBe(true);
  expect(noted).toEqual([long]);
});

test('an id that account would refuse is not sent', async () => {
  for (const responseId of ['resp 1', 'r'.repeat(1_001), 'r\u00e9sp'])
    expect(await pins.keep({ ...pin, responseId })).toBe(false);
  expect(noted).toEqual([]);
});

test('the number of pins that are known here is bounded', async () => {
  await Promise.all(
    Array.from({ length: 20_001 }, (_, index) => pins.keep({ ...pin, responseId: `r${index}` })),
  );
  await pins.find('r0', 7n);
  expect(asked).toBe(1);
  await pins.find('r20000', 7n);
  expect(asked).toBe(1);
});
