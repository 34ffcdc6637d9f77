import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { setDeadline } from './set-deadline.ts';

const ms = 1_000;

test('what has come while the process stood still is read first, also where that was near the end', async () => {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const stand = (forMs: number) => void Atomics.wait(state, 1, 0, forMs);
  const answers = `
    const { parentPort, workerData } = require('node:worker_threads');
    parentPort.postMessage('ready');
    Atomics.wait(workerData, 0, 0);
    parentPort.postMessage('answer');`;
  const other = new Worker(answers, { eval: true, workerData: state });
  onTestFinished(() => void other.terminate());
  await once(other, 'message');
  const heard: string[] = [];
  const over = Promise.withResolvers<void>();
  const callOff = setDeadline(ms, () => {
    heard.push('late');
    over.resolve();
  });
  other.once('message', (message: string) => {
    callOff();
    heard.push(message);
    over.resolve();
  });
  stand(0.7 * ms);
  // Timers that are due by now are called between two of these.
  await setImmediate();
  await setImmediate();
  Atomics.store(state, 0, 1);
  Atomics.notify(state, 0);
  stand(ms);
  await over.promise;
  expect(heard).toEqual(['answer']);
});

test('whoever waits in vain is told, also after the process stood still', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  setDeadline(200, resolve);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
  await promise;
});
