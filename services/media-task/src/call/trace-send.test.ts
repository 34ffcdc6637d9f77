import { beginSpan, useTracer } from '@headgate/runtime/tracing/begin-span';
import type { SpanStart } from '@headgate/runtime/tracing/span';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { traceSend } from './trace-send.ts';

interface Recorded extends SpanStart {
  name: string;
  said: object;
  failure?: string;
}

let recorded: Recorded[];
beforeEach(() => {
  recorded = [];
  useTracer({
    begin(name, start) {
      const span: Recorded = { name, ...start, said: {} };
      recorded.push(span);
      return {
        traceId: 'a',
        context: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
        set: (attributes) => Object.assign(span.said, attributes),
        fail: (kind) => {
          span.failure = kind;
        },
        end: () => undefined,
      };
    },
  });
  onTestFinished(() => useTracer(undefined));
});

const request = {
  method: 'POST',
  url: 'https://vendor.test/v1/create?key=secret',
  headers: { authorization: 'secret' },
  body: Buffer.from('a secret prompt'),
} as const;
const answer = { status: 429, headers: {}, body: Buffer.from('secret') };

test('a create is recorded within its request, by how it ended, and not by where it went', async () => {
  const send = traceSend(async () => answer);
  expect(await beginSpan('request', { kind: 'server' }).run(() => send(request))).toBe(answer);
  expect(recorded[1]).toMatchObject({
    name: 'POST',
    attributes: { 'http.request.method': 'POST' },
    said: { 'http.response.status_code': 429 },
    failure: '429',
  });
  expect(JSON.stringify(recorded)).not.toMatch(/secret|vendor\.test/);
});

test('a poll is nobody’s request', async () => {
  expect(await traceSend(async () => answer)(request)).toBe(answer);
  expect(recorded).toEqual([]);
});
