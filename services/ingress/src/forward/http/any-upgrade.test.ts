/** Upgrades in any pieces, with whatever behind them, whoever ends them: each is answered, and keeps nothing once its client has left. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { fault } from '@headgate/proto/faults';
import { fc } from '@headgate/runtime/testing/properties';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScriptedRealtime, startScriptedRealtime } from '../../testing/scripted-realtime.ts';
import { startWorld, type World } from '../../testing/world.ts';

let gateway: ScriptedRealtime;
let world: World;
beforeAll(async () => {
  gateway = await startScriptedRealtime();
  world = await startWorld({ textGatewayHttpAddress: gateway.address });
  // A place that is not given back would be missed by the next.
  world.account.put('sk-good', { concurrency: 1 });
});
afterAll(async () => {
  await world.stop();
  await gateway.stop();
});

/** A text of so many bytes, more than 64 KB, as its client sends it (behind a mask of zeros) or hears it. */
function frameOf(sizeBytes: number, isMasked: boolean): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt8(0x81);
  head.writeUInt8(127 + (isMasked ? 128 : 0), 1);
  head.writeBigUInt64BE(BigInt(sizeBytes), 2);
  return Buffer.concat([head, Buffer.alloc(isMasked ? 4 : 0), Buffer.alloc(sizeBytes, 'x')]);
}

const statuses = { served: 101, 'without a key': 401, 'refused by its gateway': 429 } as const;
const names = Object.keys(statuses) as (keyof typeof statuses)[];
const plan = fc.record({
  kind: fc.constantFrom('served', ...names),
  /** Sent at once with the upgrade, and when all is over. */
  early: fc.constantFrom(0, 70_000, 200_000),
  late: fc.constantFrom(0, 200_000),
  /** Where the upgrade is cut in two, from its end. */
  cutAt: fc.nat(250),
  end: fc.constantFrom('client', 'client resets', 'gateway', 'gateway breaks off'),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

function write({ kind, early }: Plan): Buffer {
  const key = kind === 'without a key' ? '' : 'authorization: Bearer sk-good\r\n';
  const handshake = 'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
  const upgrade = `connection: Upgrade\r\nupgrade: websocket\r\n${handshake}`;
  const head = `GET /v1/realtime?model=m HTTP/1.1\r\nhost: gateway\r\n${key}${upgrade}\r\n`;
  return Buffer.concat([Buffer.from(head), ...(early > 0 ? [frameOf(early, true)] : [])]);
}

async function play(one: Plan): Promise<void> {
  const { kind, early, late, cutAt, end } = one;
  if (kind === 'refused by its gateway') gateway.refusal = fault('too_many_requests');
  else delete gateway.refusal;
  const socket = connect({ port: world.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  let heard = Buffer.alloc(0);
  socket.on('data', (bytes) => {
    heard = Buffer.concat([heard, bytes]);
  });
  const ended = once(socket, 'end');
  const bytes = write(one);
  const cut = Math.max(bytes.length - early - cutAt, 0);
  socket.write(bytes.subarray(0, cut), () => socket.write(bytes.subarray(cut)));
  await waitFor(() => heard.includes('\r\n\r\n'), 'it is answered');
  expect(heard.toString('latin1', 0, 12)).toBe(`HTTP/1.1 ${statuses[kind]}`);
  if (kind === 'served') {
    const said = early > 0 ? frameOf(early, false) : Buffer.alloc(0);
    const body = () => heard.subarray(heard.indexOf('\r\n\r\n') + 4);
    await waitFor(() => body().length >= said.length, 'all is said back');
    expect(body().equals(said)).toBe(true);
    if (end === 'gateway') gateway.sockets.at(-1)?.close();
    if (end === 'gateway breaks off') gateway.sockets.at(-1)?.terminate();
  }
  if (kind !== 'served' || end === 'gateway breaks off') await ended;
  await new Promise<unknown>((resolve) => socket.write(late > 0 ? frameOf(late, true) : '', resolve));
  if (end === 'client resets') socket.resetAndDestroy();
  else socket.destroy();
  await waitFor(() => world.context.open.size === 0, 'nothing is kept', { timeoutMs: 10_000 });
}

test('whatever comes with an upgrade, it is answered and keeps nothing', async () => {
  await fc.assert(fc.asyncProperty(plan, play), { numRuns: 50, endOnFailure: true });
});
