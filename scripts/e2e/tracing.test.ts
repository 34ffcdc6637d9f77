/** Traces: one request is one tree over all processes that had to do with it, and no word of what was said is in it. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, expect, test } from 'vitest';
import { ask } from './testing/ask.ts';
import { configuration, keys } from './testing/configuration.ts';
import { shareWorld } from './testing/share-world.ts';
import { type ExportedSpan, startTraceReceiver } from './testing/trace-receiver.ts';

const collector = await startTraceReceiver();
afterAll(() => collector.stop());

const traced = ['ingress', 'text-gateway', 'account', 'ledger'];
const world = shareWorld(configuration, {
  env: Object.fromEntries(traced.map((service) => [service, collector.env])),
});

const clientTrace = { id: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };
const prompt = 'a prompt that nobody may keep';

/** What each service has of a request, by how its name begins, once all of it is over there. */
const lastOf = {
  ingress: 'POST ',
  account: 'headgate.account.v1.Account/',
  'text-gateway': 'headgate.text.v1.TextGateway/',
  ledger: 'settle ',
};

/** The spans of a request's trace, when those of all services have come. */
function traceOf(requestId: string): ExportedSpan[] | undefined {
  const spans = collector.spans();
  const first = spans.find(
    ({ kind, attributes }) => kind === 2 && attributes['headgate.request.id'] === requestId,
  );
  const trace = spans.filter(({ traceId }) => traceId === first?.traceId);
  // Each service sends its own, one after the other.
  const isWhole = Object.entries(lastOf).every(([service, begin]) =>
    trace.some((span) => span.service === service && span.name.startsWith(begin)),
  );
  return isWhole ? trace : undefined;
}

test('a stream is one trace over ingress, account, text-gateway, its upstream call and ledger', async () => {
  const answer = await fetch(`${world().baseUrl}/v1/chat/completions?secret=in-the-query`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${keys.limited}`,
      'content-type': 'application/json',
      traceparent: `00-${clientTrace.id}-${clientTrace.span}-01`,
    },
    body: JSON.stringify({ model: 'fast', stream: true, messages: [{ role: 'user', content: prompt }] }),
  });
  const said = await answer.text();
  const id = answer.headers.get('x-request-id') ?? '';
  expect(answer.status).toBe(200);
  expect(answer.headers.has('traceparent')).toBe(false);
  const trace = await waitFor(() => traceOf(id), 'the trace has come', { timeoutMs: 60_000 });

  const one = (name: string, service: string): ExportedSpan => {
    const found = trace.filter((span) => span.name === name && span.service === service);
    expect(found, `${name} of ${service}`).toHaveLength(1);
    return found[0] as ExportedSpan;
  };
  const request = one('POST /v1/chat/completions', 'ingress');
  const carrier = process.env.HEADGATE_TEST_TEXT_LINK === 'false' ? 'Relay' : 'Link';
  const relay = one(`headgate.text.v1.TextGateway/${carrier}`, 'text-gateway');
  const call = one('chat fast', 'text-gateway');
  const settling = trace.filter(({ name }) => name.startsWith('settle '));
  const drawing = one('headgate.ledger.v1.Ledger/Draw', 'text-gateway');
  const verifying = one('headgate.account.v1.Account/VerifyKey', 'ingress');

  expect(request.parentSpanId ?? '').toBe('');
  expect(request.traceId).not.toBe(clientTrace.id);
  expect(request.links).toMatchObject([{ traceId: clientTrace.id, spanId: clientTrace.span }]);
  expect(relay.parentSpanId).toBe(request.spanId);
  expect(verifying.parentSpanId).toBe(request.spanId);
  expect(one(verifying.name, 'account').parentSpanId).toBe(verifying.spanId);
  expect(drawing.parentSpanId).toBe(relay.spanId);
  expect(one(drawing.name, 'ledger').parentSpanId).toBe(drawing.spanId);
  expect(call.parentSpanId).toBe(relay.spanId);
  expect(settling).toMatchObject([{ service: 'ledger', parentSpanId: relay.spanId, kind: 5 }]);

  expect(request.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/v1/chat/completions',
    'http.response.status_code': 200,
    'headgate.request.id': id,
  });
  expect(relay.attributes).toMatchObject({ 'headgate.model': 'fast', 'headgate.ending': 'completed' });
  expect(call.attributes).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'fast',
    'gen_ai.usage.input_tokens': expect.any(Number),
    'gen_ai.usage.output_tokens': expect.any(Number),
    'headgate.attempt': 1,
  });
  expect(Number(call.attributes['gen_ai.usage.output_tokens'])).toBeGreaterThan(0);
  expect(trace.map(({ status }) => status)).not.toContain(2);

  for (const service of ['ingress', 'text-gateway']) {
    const lines = (): string[] => world().service(service).log().split('\n');
    const line = await waitFor(() => lines().find((text) => text.includes(id)), `the line of ${service}`);
    expect(line).toContain(`"traceId":"${request.traceId}"`);
  }

  const words = said.match(/"content":"([^"]{4,})"/)?.[1];
  expect(words).toBeDefined();
  for (const secret of [
    prompt,
    keys.limited,
    'upstream-secret-key',
    'in-the-query',
    String(words),
    'gpt-4o-mini',
  ])
    expect(collector.bytes()).not.toContain(secret);
  expect(collector.bytes()).toContain('for-the-collector');
});

test('each call of an upstream that fails says so, and names no key', async () => {
  const answer = await ask(world(), { key: keys.unlimited, model: 'fault-status-401' });
  const relayed = () =>
    collector.spans().find(({ attributes }) => attributes['headgate.request.id'] === answer.id);
  await waitFor(relayed, 'its spans have come', { timeoutMs: 60_000 });
  const calls = await waitFor(() => {
    const found = collector.spans().filter(({ name }) => name === 'chat fault-status-401');
    return found.length > 0 ? found : undefined;
  }, 'its upstream call has come');
  expect(calls[0]).toMatchObject({ status: 2, attributes: { 'error.type': 'credential' } });
  expect(collector.bytes()).not.toContain('faulty-upstream-secret');
});

test('a collector that is away disturbs nobody', async () => {
  collector.stop();
  for (let count = 0; count < 20; count += 1) {
    expect((await ask(world(), { key: keys.unlimited })).status).toBe(200);
  }
  const gateway = world().service('text-gateway');
  await gateway.kill('SIGTERM');
  expect(gateway.log()).not.toContain('a step of the stop failed');
});
