import { fault } from '@headgate/proto/faults';
import type { ResponsePin } from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import { createLog } from '@headgate/runtime/log';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { beforeEach, expect, test } from 'vitest';
import { createPinWriter, type PinWriter } from './pin-writer.ts';

let sent: string[][];
let trouble: Error | undefined;
let dropped: number;
let writer: PinWriter;
beforeEach(() => {
  sent = [];
  trouble = undefined;
  dropped = 0;
  writer = createPinWriter({
    send: async (pins) => {
      if (trouble) throw trouble;
      sent.push(pins.map(({ responseId }) => responseId));
    },
    log: createLog('test', 'silent'),
    onWritten: () => undefined,
    onDropped: (count) => {
      dropped += count;
    },
    retryAfterMs: 5,
  });
});

function pin(responseId: string): ResponsePin {
  return { responseId, keyId: 1n, channelId: 1n, credentialHash: Buffer.alloc(32), contextTokens: 0n };
}

test('pins that come together are written together', async () => {
  expect(await Promise.all([writer.write(pin('a')), writer.write(pin('b'))])).toEqual([true, true]);
  expect(sent).toEqual([['a', 'b']]);
});

test('a batch is no larger than account takes', async () => {
  await Promise.all(Array.from({ length: 1_500 }, (_, index) => writer.write(pin(`${index}`))));
  expect(sent.map(({ length }) => length)).toEqual([1_000, 500]);
});

test('nobody waits for account while it is away, and it gets the pins when it is back', async () => {
  trouble = new Error('away');
  expect(await writer.write(pin('a'))).toBe(false);
  expect(await writer.write(pin('b'))).toBe(false);
  trouble = undefined;
  await waitFor(() => sent.flat().length === 2, 'both are written');
  expect(await writer.write(pin('c'))).toBe(true);
});

test('a pin that account will never take does not stand in the way of others', async () => {
  trouble = new FaultError(fault('invalid_request'));
  expect(await writer.write(pin('bad'))).toBe(false);
  trouble = undefined;
  expect(await writer.write(pin('good'))).toBe(true);
  expect(sent).toEqual([['good']]);
  expect(dropped).toBe(1);
});

test('the number of pins that wait is bounded', async () => {
  trouble = new Error('away');
  for (let count = 0; count < 10_001; count += 1) void writer.write(pin(`${count}`));
  expect(dropped).toBe(1);
  await writer.stop();
});

test('a stop sends what is left', async () => {
  void writer.write(pin('a'));
  await writer.stop();
  expect(sent).toEqual([['a']]);
});

test('a stop sends all that is left, until account is away', async () => {
  trouble = new Error('away');
  expect(await writer.write(pin('first'))).toBe(false);
  for (let count = 0; count < 2_500; count += 1) void writer.write(pin(`${count}`));
  trouble = undefined;
  await writer.stop();
  expect(sent.map(({ length }) => length)).toEqual([1_000, 1_000, 501]);

  trouble = new Error('away');
  for (let count = 0; count < 2_500; count += 1) void writer.write(pin(`${count}`));
  await writer.stop();
  expect(sent).toHaveLength(3);
});
