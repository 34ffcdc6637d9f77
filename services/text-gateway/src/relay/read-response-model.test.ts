import { expect, test } from 'vitest';
import { createResponseModelReader } from './read-response-model.ts';

function read(isStream: boolean, ...pieces: string[]): string | undefined {
  const reader = createResponseModelReader(isStream);
  for (const piece of pieces) reader.read(Buffer.from(piece));
  return reader.model();
}

test.each([
  ['data: {"id":"1","model":"gpt-5-2026"}\n\n'],
  ['event: message_start\ndata: {"type":"message_start","message":{"model":"gpt-5-2026"}}\n\n'],
  ['data: {"type":"response.created","response":{"model":"gpt-5-2026"}}\n\n'],
  ['data: {"candidates":[],"modelVersion":"gpt-5-2026"}\n\n'],
])('a stream says it in one of its first events: %s', (stream) => {
  expect(read(true, stream)).toBe('gpt-5-2026');
  expect(read(true, stream.slice(0, 20), stream.slice(20))).toBe('gpt-5-2026');
});

test('a whole answer says it at its top', () => {
  expect(read(false, '{"id":"1","mod', 'el":"m","choices":[]}')).toBe('m');
});

test('what only looks like it is what somebody said', () => {
  const input = { model: 'a secret', nested: { model: 'secret' } };
  expect(read(false, JSON.stringify({ content: [{ input }] }))).toBeUndefined();
  expect(read(false, JSON.stringify({ model: 'the prompt was about cats' }))).toBeUndefined();
  expect(read(true, `data: ${JSON.stringify({ choices: [{ delta: input }] })}\n\n`)).toBeUndefined();
});

test('it gives up where the beginning says nothing', () => {
  expect(read(true, 'x'.repeat(20_000), '\ndata: {"model":"m"}\n')).toBeUndefined();
});
