import { beforeEach, describe, expect, test } from 'vitest';
import { type ContextSize, createContextSize } from '../bill/context-size.ts';
import { readClientFrame } from './client-frame.ts';
import { errorEvent } from './error-event.ts';

let size: ContextSize;
beforeEach(() => {
  size = createContextSize({ maxImageTokens: 1_000 });
});

const read = (text: string, model = 'mapped', upstreamModel = 'theirs') =>
  readClientFrame(Buffer.from(text), { model, upstreamModel }, size);

/** The bytes that go on. */
const passed = (text: string): string => {
  const event = read(text);
  return 'bytes' in event ? String(event.bytes) : '';
};

test.each([
  '{"type":"response.create"}',
  '{ "type" : "input_audio_buffer.append" , "audio":"AAAA" }',
  '{"type":"unheard.of","number":1.0}',
  '{"type":"session.update","session":{"instructions":"x"}}',
])('%s passes byte for byte', (text) => {
  expect(passed(text)).toBe(text);
});

test('what asks for a response is told', () => {
  expect(read('{"type":"response.\\u0063reate"}')).toMatchObject({ isRequest: true });
  expect(read('{"type":"input_audio_buffer.commit"}')).toMatchObject({ isRequest: false });
});

test('the model of a session is named as the upstream names it, in its place', () => {
  const text = '{"type":"session.update","session":{"a":1.0,"model":"mapped","b":2}}';
  expect(passed(text)).toBe(text.replace('mapped', 'theirs'));
});

describe('is not sent on', () => {
  test.each([
    ['another model', '{"type":"session.update","session":{"model":"theirs"}}', 'session.model'],
    ['what is not JSON', '{"type":', ''],
    ['what is no object', '[]', ''],
    ['two types', '{"type":"a","type":"response.create"}', ''],
    ['a type in disguise', '{"\\u0074ype":"response.create"}', ''],
  ])('%s', (_name, text, param) => {
    expect(read(text)).toMatchObject({ fault: { code: 'invalid_request', status: 400, param } });
  });
});

test('another model is answered with an error that names the event, as the client does', () => {
  const refused = read('{"event_id":"mine","type":"session.update","session":{"model":"theirs"}}');
  if (!('fault' in refused)) throw new Error('It went on');
  const { error } = JSON.parse(String(errorEvent(refused.fault, refused.eventId)));
  expect(error).toMatchObject({ param: 'session.model', event_id: 'mine' });
});

test('sound in a compressed form counts as such from then on', () => {
  const append = `{"type":"input_audio_buffer.append","audio":"${'A'.repeat(2_000_000)}"}`;
  read(append);
  expect(size.tokens()).toBe(4_096);
  read('{"type":"session.update","session":{"audio":{"input":{"format":{"type":"audio/pcmu"}}}}}');
  read(append);
  expect(size.tokens()).toBe(8_192);
});
