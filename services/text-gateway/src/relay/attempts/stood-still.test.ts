/** What upstreams answer while this process stands still, as one does that is stopped and goes on. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, onTestFinished, test } from 'vitest';
import { createCandidate, createTestServing, type TestServing } from '../../testing/test-serving.ts';
import { createPools } from '../../upstream-call/pools.ts';
import { attemptInTurn } from './attempt-in-turn.ts';

/** Answers from a thread of its own once whoever asks stands still. */
const answerMeanwhile = `
const { createServer } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');
const server = createServer((request, response) => {
  request.resume().once('end', () => {
    parentPort.postMessage('asked');
    Atomics.wait(workerData, 0, 0);
    response.end('{"choices":[{}],"usage":{"prompt_tokens":1,"completion_tokens":2}}');
  });
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

const limitMs = 2_000;

async function serveStandingStill(env: Record<string, string>, meanwhile: (serving: TestServing) => void) {
  const isStanding = new Int32Array(new SharedArrayBuffer(8));
  const upstream = new Worker(answerMeanwhile, { eval: true, workerData: isStanding });
  const pools = createPools();
  onTestFinished(async () => {
    await pools.close();
    await upstream.terminate();
  });
  const [port] = await once(upstream, 'message');
  const asked = once(upstream, 'message');
  const serving = createTestServing({ pools, stream: false, env });
  const served = attemptInTurn(serving, [createCandidate({ baseUrl: `http://127.0.0.1:${port}/v1` })]);
  await asked;
  meanwhile(serving);
  Atomics.store(isStanding, 0, 1);
  Atomics.notify(isStanding, 0);
  Atomics.wait(isStanding, 1, 0, limitMs + 100);
  return { fault: await served, serving };
}

const usage = { inputFresh: 1, outputVisible: 2 };

test('an answer that has come is heard, however late', async () => {
  const env = { HEADGATE_ANSWER_TIMEOUT_MS: String(limitMs) };
  const { fault, serving } = await serveStandingStill(env, () => undefined);
  expect(fault).toBeUndefined();
  expect(serving.outcomes).toMatchObject([{ ending: Ending.COMPLETED, usage }]);
});

test('one whose client has left is billed for what it counts', async () => {
  const env = { HEADGATE_ABANDONED_DRAIN_MS: String(limitMs) };
  const { fault, serving } = await serveStandingStill(env, ({ client }) => client.abort());
  expect(fault).toBeUndefined();
  expect(serving.outcomes).toMatchObject([{ ending: Ending.CLIENT_GONE, usage }]);
});
