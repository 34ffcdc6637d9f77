import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { ScriptedRelay } from '../testing/scripted-relay.ts';
import { answerOk, streamHead } from '../testing/scripted-text-gateway.ts';
import { startWorld, type World } from '../testing/world.ts';

const limitBytes = 1_000_000;
let world: World;

beforeAll(async () => {
  world = await startWorld({ bodyLimitBytes: limitBytes, bodiesBytes: 5.3 * limitBytes });
  world.account.put('sk-one', { userId: 1n });
  world.account.put('sk-one-more', { userId: 1n });
  world.account.put('sk-other', { userId: 2n });
});
afterAll(() => world.stop());

const almostAll = gzipSync(Buffer.alloc(limitBytes * 0.9, 'x'));

/** Sends nearly all of a body, and then nothing more. */
function begin(answers: string[]): Socket {
  const socket = connect(world.port, '127.0.0.1').on('error', () => undefined);
  socket.on('data', (bytes) => answers.push(bytes.toString()));
  const length = `Content-Encoding: gzip\r\nContent-Length: ${almostAll.length + 1}`;
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer sk-one\r\n${length}\r\n\r\n`,
  );
  socket.write(almostAll);
  return socket;
}

async function post(key: string, sizeBytes: number): Promise<number> {
  const response = await fetch(`${world.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: Buffer.alloc(sizeBytes, 'x'),
  });
  await response.arrayBuffer();
  return response.status;
}

it('one user has three quarters of the room for bodies at the same time, by whatever keys', async () => {
  const answers: string[] = [];
  const sockets = Array.from({ length: 5 }, () => begin(answers));
  await waitFor(() => answers.length > 0, 'one of them is refused');
  expect(answers.join()).toMatch(/^HTTP\/1.1 429 .*retry-after: 1\r\n.*"code":"too_many_requests"/is);
  expect(await post('sk-one-more', limitBytes)).toBe(429);
  expect(await world.service.metrics.metrics()).toMatch(
    /headgate_ingress_limited_total{limit="bodies"[^}]*} 2/,
  );
  expect(await post('sk-one-more', 1_000)).toBe(200);
  expect(await post('sk-other', limitBytes)).toBe(200);
  for (const socket of sockets) socket.destroy();
  await waitFor(async () => (await post('sk-one-more', limitBytes)) === 200, 'the room is given back');
});

it('a body is held until its answer begins', async () => {
  let relay: ScriptedRelay | undefined;
  world.text.onOpen = (opened) => {
    relay = opened;
  };
  onTestFinished(() => {
    world.text.onOpen = answerOk;
  });
  const answer = fetch(`${world.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-one' },
    body: Buffer.alloc(limitBytes, 'x'),
  });
  await waitFor(() => relay !== undefined, 'the request has come');
  expect(world.context.bodies.heldBytes()).toBe(limitBytes);
  relay?.head(streamHead);
  const { body } = await answer;
  expect(world.context.bodies.heldBytes()).toBe(0);
  await body?.cancel();
});

it('a body that asks for a task is held until the media service has answered, though its client has left', async () => {
  const { media, context } = world;
  const answering = Promise.withResolvers<void>();
  media.answersAfter = answering.promise;
  onTestFinished(() => {
    media.answersAfter = undefined;
  });
  const leaving = new AbortController();
  const answer = fetch(`${world.url}/v1/videos`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-one' },
    body: Buffer.alloc(limitBytes, 'x'),
    signal: leaving.signal,
  });
  await waitFor(() => media.asked.length > 0, 'the media service is asked');
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await waitFor(() => context.open.size === 0, 'the client has left');
  expect(context.bodies.heldBytes()).toBe(limitBytes);
  answering.resolve();
  await waitFor(() => context.bodies.heldBytes() === 0, 'the body is let go of');
});

it('a body that is still being decompressed when its client leaves holds nothing', async () => {
  for (let time = 0; time < 20; time += 1) {
    const socket = connect(world.port, '127.0.0.1');
    const head = `Authorization: Bearer sk-one\r\nContent-Encoding: gzip\r\nContent-Length: ${almostAll.length}`;
    socket.write(`POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n`);
    socket.write(almostAll, () => socket.resetAndDestroy());
    await once(socket, 'close');
  }
  await waitFor(() => world.context.open.size === 0, 'all have left');
  expect(await post('sk-one', limitBytes)).toBe(200);
  expect(world.context.bodies.heldBytes()).toBe(0);
});
