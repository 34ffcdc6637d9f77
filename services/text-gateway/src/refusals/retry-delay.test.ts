import { expect, test } from 'vitest';
import { judgeRefusal } from './upstream-fault.ts';

const secrets = { keys: [], hosts: [], upstreamModel: 'm', model: 'm' };

function inWords(retryDelay: unknown): Buffer {
  const info = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay };
  const help = { '@type': 'type.googleapis.com/google.rpc.Help', links: [] };
  const error = { code: 429, message: 'Quota', status: 'RESOURCE_EXHAUSTED', details: [help, info] };
  return Buffer.from(JSON.stringify({ error }));
}

test.each([
  ['58s', 58_000],
  ['45.837906927s', 45_838],
  ['90000s', 3_600_000],
  ['0.2s', 1_000],
  ['soon', 1_000],
  [7, 1_000],
])('429 keeps how long to wait, as Google says it in its body (%s)', (retryDelay, retryAfterMs) => {
  expect(judgeRefusal(429, {}, inWords(retryDelay), secrets).fault).toMatchObject({
    status: 429,
    retryAfterMs,
  });
  const both = judgeRefusal(429, { 'retry-after': '7' }, inWords(retryDelay), secrets).fault;
  expect(both).toMatchObject({ retryAfterMs: 7_000 });
});

test.each([503, 529])('%i keeps how long to wait where the upstream says it', (status) => {
  const [unavailable, named] = [{ status: 503, code: 'model_not_found' }, { 'retry-after': '7' }];
  expect(judgeRefusal(status, named, Buffer.alloc(0), secrets).fault).toMatchObject({
    ...unavailable,
    retryAfterMs: 7_000,
  });
  expect(judgeRefusal(status, {}, inWords('38s'), secrets).fault).toMatchObject({
    ...unavailable,
    retryAfterMs: 38_000,
  });
  expect(judgeRefusal(status, {}, Buffer.alloc(0), secrets).fault).toMatchObject({
    ...unavailable,
    retryAfterMs: 0,
  });
  expect(judgeRefusal(401, named, Buffer.alloc(0), secrets).fault).toMatchObject({
    ...unavailable,
    retryAfterMs: 0,
  });
});

test.each<[Record<string, string | string[]>, number]>([
  [{ 'retry-after': ['7', '20'] }, 20_000],
  [{ 'retry-after': ['soon', '7'] }, 7_000],
  [{ 'retry-after-ms': '4200' }, 4_200],
  [{ 'retry-after': '5', 'retry-after-ms': '4200.5' }, 5_000],
  [{ 'retry-after': 'soon' }, 38_000],
  [{ 'retry-after': '', 'retry-after-ms': 'soon' }, 38_000],
])('the longest that headers say is kept, and the body is read where they say nothing: %j', (headers, ms) => {
  expect(judgeRefusal(429, headers, inWords('38s'), secrets).fault).toMatchObject({ retryAfterMs: ms });
});
