import { request as httpRequest, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { ask, startSandbox } from '../testing/start-sandbox.ts';

const totalBytes = 300 * 1024 * 1024;
const mostGrowthBytes = 40 * 1024 * 1024;

function memoryBytes(): number {
  globalThis.gc?.();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

test('a stream of 300 MB waits for a client that does not read, and is whole in the end', async () => {
  const { url, log, entry } = await startSandbox();
  const before = memoryBytes();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: 'Bearer k', 'content-type': 'application/json' };
    const request = httpRequest(`${url}/v1/chat/completions`, { method: 'POST', headers }, resolve);
    request.on('error', reject);
    request.end(JSON.stringify(ask('[[total=300MB]]', { stream: true })));
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await log()).toEqual([]);
  expect(memoryBytes() - before).toBeLessThan(mostGrowthBytes);

  let receivedBytes = 0;
  for await (const part of response) receivedBytes += part.length;
  expect(receivedBytes).toBeGreaterThan(totalBytes);
  expect(await entry(1)).toMatchObject({ outcome: 'served', usage: { outputTokens: totalBytes / 4 } });
}, 30_000);
