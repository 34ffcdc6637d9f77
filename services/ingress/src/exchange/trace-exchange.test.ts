import { useTracer } from '@headgate/runtime/tracing/begin-span';
import { noSpan, type SpanStart } from '@headgate/runtime/tracing/span';
import type { Request } from 'express';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { routes } from '../routes/routes.ts';
import { beginExchangeSpan } from './trace-exchange.ts';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const headers: Record<string, string> = { traceparent, tracestate: 'a=b', authorization: 'Bearer secret' };
const request = { method: 'POST', headers, path: '/v1/secret' } as unknown as Request;
const chat = routes.find(({ path }) => path === '/v1/chat/completions');
const health = routes.find(({ target }) => target.to === 'health');

let begun: (SpanStart & { name: string })[];
beforeEach(() => {
  begun = [];
  useTracer({
    begin(name, start) {
      begun.push({ name, ...start });
      return { ...noSpan, traceId: 'a' };
    },
  });
});
afterEach(() => useTracer(undefined));

const client = { traceparent, tracestate: 'a=b' };

test.each([
  ['link', { link: client }],
  ['parent', { parent: client }],
  ['ignore', {}],
] as const)("a client's trace becomes: %s", (rule, taken) => {
  beginExchangeSpan({ route: chat, request }, 'id', rule);
  expect(begun).toEqual([
    {
      name: 'POST /v1/chat/completions',
      kind: 'server',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/v1/chat/completions',
        'headgate.request.id': 'id',
      },
      ...taken,
    },
  ]);
});

test('an unknown path is not told, and a probe is no request', () => {
  beginExchangeSpan({ route: undefined, request }, 'id', 'ignore');
  expect(begun).toMatchObject([{ name: 'unknown' }]);
  expect(JSON.stringify(begun)).not.toContain('secret');
  expect(beginExchangeSpan({ route: health, request }, 'id', 'link')).toBe(noSpan);
});

test('without a tracer there is no span', () => {
  useTracer(undefined);
  expect(beginExchangeSpan({ route: chat, request }, 'id', 'link')).toBe(noSpan);
  expect(begun).toEqual([]);
});
