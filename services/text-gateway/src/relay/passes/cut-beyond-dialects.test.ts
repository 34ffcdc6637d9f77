/** A character cut in half, or a member named twice, in styles beyond the dialects: it passes. */
import { Ending, MeteredUnit, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { expect, test } from 'vitest';
import type { ImageTerms } from '../../catalog/image-terms.ts';
import { passage } from '../../dialects/generate-content/passage.ts';
import { findSurface } from '../../surfaces/index.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

function surfaceOf(operation: Operation) {
  const client = findSurface(Dialect.CHAT_COMPLETIONS, operation);
  if (!client) throw new Error('There is no such style');
  return client;
}

/** As text whose bytes are to be written one by one. */
const half = '\xf0\x9f';

test('a cut character passes in a transcription that is streamed', async () => {
  const events = [
    `{"type":"transcript.text.delta","delta":"${half}"}`,
    '{"type":"transcript.text.delta","delta":"\x98\x80"}',
    '{"type":"transcript.text.done","text":"x","usage":{"type":"tokens","input_tokens":9,"output_tokens":2}}',
  ];
  upstream.serve = (_request, to) => {
    to.writeHead(200, { 'content-type': 'text/event-stream' });
    to.end(Buffer.from(events.map((data) => `data: ${data}\n\n`).join(''), 'latin1'));
  };
  const part = (head: string, value: string) =>
    `--cut\r\nContent-Disposition: form-data; name=${head}\r\n\r\n${value}\r\n`;
  const body = Buffer.from(
    `${part('model', 'm')}${part('stream', 'true')}${part('file; filename=a', 'x')}--cut--\r\n`,
  );
  const serving = createTestServing({
    pools: upstream.pools,
    stream: true,
    client: surfaceOf(Operation.TRANSCRIBE),
    body,
    contentType: 'multipart/form-data; boundary=cut',
  });
  const fault = await attemptInTurn(serving, [createCandidate({ id: 1n, baseUrl: upstream.baseUrl(1n) })]);
  expect(fault).toBeUndefined();
  expect(serving.outcomes).toMatchObject([{ ending: Ending.COMPLETED, source: UsageSource.UPSTREAM }]);
});

const terms: ImageTerms = { isOutputPriced: true, isWriter: false };
test.each([
  ['a cut character', `"${half}"`],
  ['a member twice', '"a","created":1'],
])('an image with %s beside it passes', async (what, revised) => {
  upstream.serve = (_request, to) => {
    to.writeHead(200, { 'content-type': 'application/json' });
    to.end(
      Buffer.from(
        what === 'a cut character'
          ? `{"created":1,"data":[{"b64_json":"aGk=","revised_prompt":${revised}}],"usage":{"input_tokens":9,"output_tokens":272}}`
          : '{"created":1,"data":[{"b64_json":"aGk="}],"usage":{"input_tokens":9,"output_tokens":272},"created":1}',
        'latin1',
      ),
    );
  };
  const serving = createTestServing({
    pools: upstream.pools,
    stream: false,
    client: surfaceOf(Operation.GENERATE_IMAGES),
    body: { model: 'm', prompt: 'a' },
    terms,
  });
  const fault = await attemptInTurn(serving, [createCandidate({ id: 1n, baseUrl: upstream.baseUrl(1n) })]);
  expect(fault).toBeUndefined();
});

test('so does one that is streamed', async () => {
  const frame = `{"type":"image_generation.completed","b64_json":"aGk=","revised_prompt":"${half}","usage":{"input_tokens":9,"output_tokens":272}}`;
  upstream.serve = (_request, to) => {
    to.writeHead(200, { 'content-type': 'text/event-stream' });
    to.end(Buffer.from(`data: ${frame}\n\n`, 'latin1'));
  };
  const body = { model: 'm', prompt: 'a', stream: true };
  const serving = createTestServing({
    ...{ pools: upstream.pools, stream: true, client: surfaceOf(Operation.GENERATE_IMAGES), body, terms },
  });
  const channels = [1n, 2n].map((id) => createCandidate({ id, baseUrl: upstream.baseUrl(id) }));
  const fault = await attemptInTurn(serving, channels);
  expect({ fault, calls: upstream.calls.length }).toEqual({ fault: undefined, calls: 1 });
});

const part = '{"inlineData":{"mimeType":"image/png","data":"aGk="}}';
const end = '"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":1300}';
const request = passage.readRequest(Buffer.from('{"contents":[]}'), { model: 'm', stream: true });

test.each([
  ['whole text', 'Here'],
  ['a cut character', `Here ${half}`],
])('a picture of generateContent beside %s is counted', (_what, text) => {
  const order = request.orderFor?.({
    prices: new Map([['1K', 1n]]),
    isOutputPriced: false,
    isWriter: true,
  });
  const tap = order?.createTap({ model: undefined, dropUsage: false, choices: 1 });
  const data = Buffer.from(
    `{"candidates":[{"content":{"parts":[{"text":"${text}"},${part}]},"finishReason":"STOP"}],${end}}`,
    'latin1',
  );
  tap?.see({ raw: data, data });
  expect(tap?.usage && tap.settleImages?.(tap.usage).metered).toEqual([
    { unit: MeteredUnit.IMAGE, variant: '1K', quantity: 1n },
  ]);
});
