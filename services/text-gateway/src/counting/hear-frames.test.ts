import { expect, test } from 'vitest';
import { readSaid } from '../dialects/chat-completions/read-said.ts';
import { hearFrames, hearWhole } from './hear-frames.ts';

const frame = (content: string): Buffer => Buffer.from(JSON.stringify({ choices: [{ delta: { content } }] }));
const hello = frame('Hello');

function tokensOf(frames: readonly Buffer[]): number {
  const hearing = hearFrames(readSaid);
  for (const data of frames) hearing.hear(data);
  return hearing.tally().count().visible;
}

test('every frame counts once, however many there are', () => {
  for (const count of [1, 10, 100, 1_000])
    expect(Math.abs(tokensOf(Array.from({ length: count }, () => hello)) / count - 1)).toBeLessThan(0.02);
});

test('of a long stream a part is read, and what it thought stays apart from what it said', () => {
  let read = 0;
  const hearing = hearFrames((answer, say) => {
    read += 1;
    readSaid(answer, say);
  });
  const thought = Buffer.from(JSON.stringify({ choices: [{ delta: { reasoning_content: 'Hello' } }] }));
  for (let frames = 0; frames < 20_000; frames += 1) hearing.hear(frames < 10_000 ? thought : hello);
  const { visible, reasoning } = hearing.tally().count();
  expect(read).toBeLessThan(20_000 / 6);
  expect(Math.abs(visible / 10_000 - 1)).toBeLessThan(0.1);
  expect(Math.abs(reasoning / 10_000 - 1)).toBeLessThan(0.1);
});

test('a frame larger than what is kept counts, before and behind others', () => {
  const large = frame('Hello'.repeat(10_000));
  expect(Math.abs(tokensOf([hello, large, hello]) / 10_002 - 1)).toBeLessThan(0.02);
});

test.each([1, 1_000])('a whole message behind %d pieces of it is not counted again', (pieces) => {
  const message = { role: 'assistant', content: 'Hello'.repeat(pieces) };
  const whole = Buffer.from(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] }));
  const said = Array.from({ length: pieces }, () => hello);
  expect(Math.abs(tokensOf([...said, whole]) / pieces - 1)).toBeLessThan(0.02);
  expect(Math.abs(tokensOf([whole]) / pieces - 1)).toBeLessThan(0.02);
});

test('a whole message behind pieces that are still kept is not counted again', () => {
  const long = 'Hello'.repeat(600);
  const whole = Buffer.from(JSON.stringify({ choices: [{ message: { content: long } }] }));
  const said = ['Hello'.repeat(300), 'Hello'.repeat(30), 'Hello'.repeat(1)].map(frame);
  expect(whole.length).toBeGreaterThan(2 * 1024);
  expect(tokensOf([...said, whole])).toBe(tokensOf(said));
});

test('frames are read only when more come than are kept, or when they are asked for', () => {
  let read = 0;
  const hearing = hearFrames(() => {
    read += 1;
  });
  for (let frames = 0; frames < 40; frames += 1) hearing.hear(hello);
  expect(read).toBe(0);
  hearing.clear();
  expect(hearing.tally().isEmpty()).toBe(true);
  expect(read).toBe(0);
});

test('frames that are kept are read as soon as more follow, so that an open stream does not hold them', () => {
  let read = 0;
  const hearing = hearFrames(() => {
    read += 1;
  });
  for (let frames = 0; frames < 100; frames += 1) hearing.hear(hello);
  expect(read).toBe(100);
});

test('frames of two kinds that alternate both count', () => {
  const quiet = Buffer.from(JSON.stringify({ choices: [], padding: 'x'.repeat(14) }));
  const frames = Array.from({ length: 10_000 }, (_, index) => (index % 2 === 0 ? hello : quiet));
  expect(Math.abs(tokensOf(frames) / 5_000 - 1)).toBeLessThan(0.1);
});

test('what the upstream has counted is forgotten', () => {
  const hearing = hearFrames(readSaid);
  for (let frames = 0; frames < 1_000; frames += 1) hearing.hear(hello);
  hearing.clear();
  hearing.hear(hello);
  expect(hearing.tally().count()).toEqual({ visible: 1, reasoning: 0 });
});

test.each(['[DONE]', '', '{"cut', '{}', '{"choices":{}}'])('%j says nothing', (data) => {
  expect(tokensOf([Buffer.from(data)])).toBe(0);
});

test('a whole answer says what it says, and nothing where it cannot be read', () => {
  expect(hearWhole(readSaid, frame('Hello')).count().visible).toBe(1);
  expect(hearWhole(readSaid, Buffer.from('{"choices":[{"message":{"content":"a\nb"}}]}')).isEmpty()).toBe(
    true,
  );
});

test('a frame that arrived with others is copied, and holds on to nothing', () => {
  const hearing = hearFrames(readSaid);
  const arrived = Buffer.concat([hello, hello]);
  hearing.hear(arrived.subarray(0, hello.length));
  arrived.fill(0x20);
  expect(hearing.tally().count().visible).toBe(1);
});
