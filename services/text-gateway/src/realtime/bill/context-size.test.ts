import { expect, test } from 'vitest';
import { createContextSize } from './context-size.ts';

const size = () => createContextSize({ maxImageTokens: 50_000 });

test('begins with one step, and grows by steps', () => {
  const context = size();
  expect(context.tokens()).toBe(4_096);
  context.addEvent({ type: 'session.update', session: { instructions: 'x' } }, 6_000);
  expect(context.tokens()).toBe(4_096);
  context.addEvent({}, 200);
  expect(context.tokens()).toBe(8_192);
});

test('counts sound by its length and its form, and not as text', () => {
  const [plain, compressed] = [size(), size()];
  compressed.expectCompressed();
  // Ten seconds of 16 bit samples at 24 kHz: vendors count 100 tokens.
  const audio = 'A'.repeat(640_000);
  const event = { item: { content: [{ type: 'input_audio', audio }] } };
  plain.addEvent(event, 640_100);
  expect(plain.tokens()).toBe(4_096);
  compressed.addEvent(event, 640_100);
  expect(compressed.tokens()).toBe(4_096);
  for (let minute = 0; minute < 3; minute += 1) compressed.addSound(640_000);
  expect(compressed.tokens()).toBe(8_192);
});

test('counts an image by what the model may, whatever its length', () => {
  const context = size();
  const image_url = `data:image/png;base64,${'A'.repeat(1_000_000)}`;
  context.addEvent({ item: { content: [{ type: 'input_image', image_url }] } }, 1_000_100);
  expect(context.tokens()).toBe(53_248);
});

test.each(['audio', 'image_url'])('counts what a tool calls %s as text', (name) => {
  const context = size();
  const parameters = { type: 'object', [name]: 'word '.repeat(40_000) };
  context.addEvent({ session: { tools: [{ type: 'function', name: 'tool', parameters }] } }, 200_100);
  expect(context.tokens()).toBe(102_400);
});

test('counts what a response alone is to hear as sound', () => {
  const context = size();
  const input = [{ type: 'message', content: [{ type: 'input_audio', audio: 'A'.repeat(640_000) }] }];
  context.addEvent({ type: 'response.create', response: { input } }, 640_100);
  expect(context.tokens()).toBe(4_096);
});

test('never goes beyond what any model reads', () => {
  const context = size();
  context.addOutput(1_000_000);
  expect(context.tokens()).toBe(131_072);
});
