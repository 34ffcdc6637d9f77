/** What the log says of calls that break: why, for which request, of which channel, and nothing of where its upstream is. */
import { createLog } from '@headgate/runtime/log';
import { expect, test } from 'vitest';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { chunk } from '../../testing/upstream-server.ts';
import { planCall } from '../plans/plan-call.ts';
import { makeAttempt } from './attempt.ts';

const upstream = startUpstreamForEach();

const here = (): URL => new URL(upstream.baseUrl(1n));
const cutBehind = (...pieces: string[]): URL => {
  upstream.serve = (_request, response) => {
    for (const piece of pieces) response.write(piece);
    setImmediate(() => response.destroy());
  };
  return here();
};

/** One call on behalf of a request, and what the log said meanwhile. */
async function call(baseUrl: string) {
  const lines: string[] = [];
  const serving = createTestServing({ pools: upstream.pools, stream: true });
  const log = createLog('test', 'info', { write: (line) => void lines.push(line) });
  const candidate = createCandidate({ id: 7n, baseUrl });
  const logging = { ...serving, context: { ...serving.context, log } };
  const plan = await planCall(logging, { candidate, key: 'key' }, 'request.1');
  if ('fault' in plan) throw new Error(plan.fault.message);
  await makeAttempt(logging, { candidate, key: 'key' }, plan);
  return { serving, lines };
}

test.each<[string, () => string, string]>([
  ['that nobody knows', () => 'http://upstream-of-ours.invalid/v1', 'ENOTFOUND'],
  ['where nobody listens', () => 'http://127.1.2.3:9/v1', 'ECONNREFUSED'],
  ['that has no certificate', () => here().href.replace('http:', 'https:'), 'ERR_SSL_'],
  ['that hangs up', () => cutBehind().href, 'UND_ERR_SOCKET'],
  ['that breaks off', () => cutBehind(chunk).href, 'UND_ERR_SOCKET'],
])('a host %s', async (_, prepare, code) => {
  const baseUrl = prepare();
  const { serving, lines } = await call(baseUrl);
  const [line, ...others] = lines;
  expect(others).toEqual([]);
  const { time: _time, ...said } = JSON.parse(String(line));
  expect(said).toMatchObject({
    level: 'warn',
    requestId: serving.requestId,
    channelId: '7',
    broken: expect.stringContaining(code),
  });
  for (const address of [new URL(baseUrl).hostname, new URL(baseUrl).port].filter(Boolean))
    expect(JSON.stringify(said)).not.toContain(address);
});

test('a refusal is said with the request that it is for', async () => {
  upstream.serve = (_request, response) => response.writeHead(401).end('{}');
  const { serving, lines } = await call(here().href);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { requestId: serving.requestId, channelId: '7', upstreamStatus: 401 },
  ]);
});
