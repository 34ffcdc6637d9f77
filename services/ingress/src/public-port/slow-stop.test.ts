/** What a stop waits for, and what it does not. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import { expect, it, onTestFinished } from 'vitest';
import type { ScriptedRelay } from '../testing/scripted-relay.ts';
import { startWorld } from '../testing/world.ts';

/** Sends as much as there is credit for, again and again, until no more of it comes: all buffers on the way are full. */
async function fill(relay: ScriptedRelay): Promise<number> {
  for (let quietRounds = 0; quietRounds < 20; quietRounds += 1) {
    const before = relay.sentBytes;
    try {
      for (;;) relay.data(Buffer.alloc(4 * 1024, 'x'));
    } catch {
      if (relay.sentBytes > before) quietRounds = 0;
    }
    await wait(20);
  }
  return relay.sentBytes;
}

async function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });
}

it('an answer that has ended when a stop begins goes on to a client that pauses', async () => {
  const world = await startWorld({ stopGraceMs: 60_000 });
  onTestFinished(() => world.stop());
  world.account.put('sk-good');
  let relay: ScriptedRelay | undefined;
  world.text.onOpen = (opened) => {
    relay = opened;
    opened.head({ headers: [{ name: 'content-type', value: 'application/json' }] });
  };
  const socket = connect(world.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
  });
  socket.pause();
  const head = 'POST /v1/images/generations HTTP/1.1\r\nhost: a\r\nauthorization: Bearer sk-good\r\n';
  socket.write(`${head}content-length: 2\r\n\r\n{}`);
  const asked = await waitFor(() => relay, 'it is asked for');
  const sentBytes = await fill(asked);
  asked.tail();
  const [exchange] = world.context.open;
  await waitFor(() => exchange?.response.writableEnded, 'the answer has ended');
  expect(exchange?.response.writableFinished).toBe(false);

  const stopped = world.service.stop();
  await waitFor(() => isRefused(world.port), 'the stop has begun');
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
  await stopped;
  const body = received.slice(received.indexOf('\r\n\r\n') + 4);
  expect({ isWhole: body.endsWith('\r\n0\r\n\r\n'), bytes: body.match(/x/g)?.length }).toEqual({
    isWhole: true,
    bytes: sentBytes,
  });
});

it('a connection on which nothing was ever asked does not hold up a stop', async () => {
  const world = await startWorld({ stopGraceMs: 60_000 });
  onTestFinished(() => world.stop());
  const silent = connect(world.port, '127.0.0.1');
  onTestFinished(() => void silent.destroy());
  silent.on('error', () => undefined);
  await once(silent, 'connect');
  const closed = once(silent, 'close');
  // Long before the grace is over, which is longer than a test may take.
  await world.service.stop();
  expect(await closed).toEqual([false]);
});
