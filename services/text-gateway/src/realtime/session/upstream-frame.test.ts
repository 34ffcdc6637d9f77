import { expect, test } from 'vitest';
import { readUpstreamFrame } from './upstream-frame.ts';

const secrets = { keys: ['sk-secret'], hosts: ['up.internal'], upstreamModel: 'theirs', model: 'mapped' };
const read = (text: string) => readUpstreamFrame(Buffer.from(text), secrets);

test.each([
  '{"type":"response.output_audio.delta","delta":"AAAA"}',
  '{ "type":"response.created", "response":{ "id":"r","n":1.0 } }',
  'no JSON at all',
])('%s passes byte for byte', (text) => {
  expect(String(read(text).bytes)).toBe(text);
});

test('a session shows the model under the name that was asked for', () => {
  const text = '{"type":"session.updated","session":{"model":"theirs","n":1.0}}';
  const { event, bytes } = read(text);
  expect(String(bytes)).toBe(text.replace('theirs', 'mapped'));
  expect(event).toMatchObject({ type: 'session', session: { model: 'theirs' } });
});

test.each([
  ['{"type":"error","error":{"message":', '}}'],
  ['{"type":"conversation.item.input_audio_transcription.failed","error":{"message":', '},"item_id":"i"}'],
  ['{"type":"response.done","response":{"status":"failed","status_details":{"error":{"message":', '}}}}'],
])('words on a failure show nothing of the upstream: %s', (before, after) => {
  const words = `${before}"Key sk-secret at up.internal may not use theirs."${after}`;
  expect(String(read(words).bytes)).toBe(`${before}"Key [key] at [host] may not use mapped."${after}`);
});

test.each([
  ['{"type":"error","error":', '}'],
  ['{"type":"conversation.item.input_audio_transcription.failed","error":', ',"item_id":"i"}'],
  ['{"type":"response.done","response":{"status":"failed","status_details":{"error":', '}}}'],
])('none of them does, whichever member they stand in: %s', (before, after) => {
  const inner = { message: 'up.internal', keys: ['sk-secret'] };
  const error = {
    ...{ type: 'theirs_error', code: 'no theirs', message: 'Not theirs.', param: 'up.internal' },
    ...{ event_id: 'key_of_client', inner_error: inner, metadata: 'sk-secret' },
  };
  const masked = { ...error, code: 'no mapped', message: 'Not mapped.', param: '[host]' };
  const { inner_error: _inner, metadata: _metadata, ...rest } = masked;
  const { bytes } = read(before + JSON.stringify(error) + after);
  expect(JSON.parse(String(bytes))).toEqual(JSON.parse(before + JSON.stringify(rest) + after));
  const ours = { ...error, code: 'insufficient_quota', message: { theirs: 1 } };
  const told = String(read(before + JSON.stringify(ours) + after).bytes);
  expect(told).toContain('model_not_found');
  for (const secret of ['sk-secret', 'up.internal', 'theirs']) expect(told).not.toContain(secret);
});

test.each([
  ['{"type":"error","event_id":"e","error":', '}'],
  ['{"type":"response.done","response":{"status":"failed","status_details":{"type":"failed","error":', '}}}'],
])('what it says of our account is no word for the client: %s', (before, after) => {
  const error = {
    ...{ type: 'insufficient_quota', code: 'insufficient_quota', param: null },
    message: 'You exceeded your current quota, please check your plan and billing details.',
  };
  const { bytes } = read(before + JSON.stringify(error) + after);
  expect(JSON.parse(String(bytes))).toMatchObject(
    JSON.parse(
      before +
        JSON.stringify({
          ...{ type: 'headgate_api_error', code: 'model_not_found', param: null },
          message: 'The upstream for this model is not available right now.',
        }) +
        after,
    ),
  );
  expect(String(bytes)).not.toContain('quota');
});

test.each([
  ['names a member twice', '"event_id":"e","event_id":"e",'],
  ['writes a name with an escape', '"\\u0065vent_id":"e",'],
])('an event that %s is masked, named and billed like any other', (_, more) => {
  const failed = read(`{${more}"type":"error","error":{"message":"Key sk-secret at up.internal is wrong."}}`);
  expect(failed.event).toEqual({ type: 'event refused', eventId: '' });
  expect(String(failed.bytes)).toContain('"message":"Key [key] at [host] is wrong."');
  const done = read(
    `{${more}"type":"response.done","response":{"id":"r","model":"theirs","usage":{"input_tokens":1}}}`,
  );
  expect(done.event).toMatchObject({ type: 'response ended', response: { usage: { input_tokens: 1 } } });
  expect(String(done.bytes)).not.toContain('theirs');
});

test('so is one whose response or error does so', () => {
  const error = '{"type":"t","type":"t","message":"Key sk-secret at up.internal is wrong."}';
  const failed = read(`{"type":"error","error":${error}}`);
  expect(failed.event).toEqual({ type: 'event refused', eventId: '' });
  expect(String(failed.bytes)).toContain('"message":"Key [key] at [host] is wrong."');
  const done = read(
    '{"type":"response.done","response":{"id":"r","model":"theirs","model":"theirs","usage":{"input_tokens":1}}}',
  );
  expect(done.event).toMatchObject({ type: 'response ended', response: { usage: { input_tokens: 1 } } });
  expect(String(done.bytes)).not.toContain('theirs');
});

test('a response that ends brings its usage', () => {
  const text = '{"type":"response.done","response":{"id":"r","usage":{"input_tokens":1}}}';
  expect(read(text).event).toEqual({
    type: 'response ended',
    response: { id: 'r', usage: { input_tokens: 1 } },
  });
});

test.each([
  ['response.output_text.delta', false],
  ['response.text.delta', false],
  ['response.function_call_arguments.delta', false],
  ['response.output_audio_transcript.delta', true],
  ['response.audio_transcript.delta', true],
])('what a response says with %s is heard, and passes byte for byte', (type, isSpoken) => {
  const text = `{"type":"${type}", "response_id":"r","delta":"Hi"}`;
  const { event, bytes } = read(text);
  expect(event).toEqual({ type: 'said', responseId: 'r', words: 'Hi', isSpoken });
  expect(String(bytes)).toBe(text);
});

test('sound that was transcribed brings its usage and its words', () => {
  const text =
    '{"type":"conversation.item.input_audio_transcription.completed","item_id":"i","content_index":1,"transcript":"Hi","usage":{"type":"duration","seconds":2}}';
  expect(read(text).event).toEqual({
    type: 'sound transcribed',
    itemId: 'i',
    contentIndex: 1,
    usage: { type: 'duration', seconds: 2 },
    transcript: 'Hi',
  });
});
