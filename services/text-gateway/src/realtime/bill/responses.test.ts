import { Ending, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { beforeEach, expect, test } from 'vitest';
import type { Outcome } from '../../relay/bills/settle.ts';
import { createContextSize } from './context-size.ts';
import { createResponses, type Responses } from './responses.ts';

const maxOutputTokens = 1_000;
let outcomes: Outcome[];
let size: ReturnType<typeof createContextSize>;
let responses: Responses;
beforeEach(() => {
  outcomes = [];
  size = createContextSize({ maxImageTokens: 100 });
  const settle = (outcome: Outcome): bigint => {
    outcomes.push(outcome);
    return 0n;
  };
  responses = createResponses({ begin: () => ({ settle }) }, size, {
    maxOutputTokens,
  });
});

function end(response: object): Outcome | undefined {
  responses.end({ id: `resp_${outcomes.length}`, status: 'completed', ...response });
  return outcomes.at(-1);
}

const message = (...content: object[]) => ({ output: [{ type: 'message', role: 'assistant', content }] });

test('what an upstream does not count is counted by what was said to it, and what it says', () => {
  size.addEvent({ type: 'conversation.item.create' }, 4_000);
  size.addSound(640_000);
  const answer = message({ type: 'output_audio', transcript: 'The weather is fine today.' });
  expect(end(answer)).toMatchObject({
    ending: Ending.COMPLETED,
    source: UsageSource.ESTIMATED,
    usage: { inputFresh: 1_000, inputAudio: 100, outputVisible: 6, outputAudio: 30 },
  });
  // What it said is read by the next.
  const call = { output: [{ type: 'function_call', name: 'f', arguments: '{"a":1}' }] };
  expect(end(call)).toMatchObject({ usage: { inputFresh: 1_036, inputAudio: 100, outputAudio: 0 } });
  expect(end(call)?.usage.outputVisible).toBeGreaterThan(3);
});

test('what is said to a session while a response is under way is read by the next one', () => {
  const answer = message({ type: 'output_text', text: 'Hi' });
  size.addEvent({ type: 'conversation.item.create' }, 400);
  responses.begin({ id: 'resp_0' });
  size.addEvent({ type: 'conversation.item.create' }, 40_000);
  size.addSound(640_000);
  expect(end(answer)?.usage).toMatchObject({ inputFresh: 100, inputAudio: 0 });
  expect(end(answer)?.usage).toMatchObject({ inputFresh: 10_101, inputAudio: 100 });
});

test('what breaks off is counted by what it had said, aloud and in text, once', () => {
  size.addEvent({ type: 'conversation.item.create' }, 400);
  for (const id of ['spoken', 'silent']) responses.begin({ id });
  const hear = (responseId: string, isSpoken: boolean, words: string): void =>
    responses.hear({ responseId, isSpoken, words });
  for (const words of ['The weather', ' is fine', ' today.']) hear('spoken', true, words);
  hear('spoken', false, '{"a":1}');
  hear('unknown', false, 'of nobody');
  responses.abandon(Ending.BROKEN);
  responses.abandon(Ending.BROKEN);
  expect(outcomes).toMatchObject([
    { ending: Ending.BROKEN, source: UsageSource.ESTIMATED, usage: { inputFresh: 100, outputAudio: 30 } },
    { ending: Ending.BROKEN, source: UsageSource.MISSING },
  ]);
  expect(outcomes[0]?.usage.outputVisible).toBeGreaterThan(6);
});

test('what its end does not tell of is counted by what was heard of it', () => {
  size.addEvent({ type: 'conversation.item.create' }, 400);
  responses.begin({ id: 'resp_0' });
  for (const words of ['{"city":', '"Paris"', '}'])
    responses.hear({ responseId: 'resp_0', isSpoken: false, words });
  expect(end({ status: 'cancelled', output: [] })).toMatchObject({
    source: UsageSource.ESTIMATED,
    usage: { inputFresh: 100, outputVisible: 5, outputAudio: 0 },
  });
});

test('an estimate is no more than a response can put out', () => {
  expect(end(message({ type: 'output_text', text: 'word '.repeat(5_000) }))?.usage).toMatchObject({
    outputVisible: maxOutputTokens,
  });
});

test('what says nothing is no more than a call, and what failed is nothing', () => {
  expect(end({ output: [] })).toMatchObject({ source: UsageSource.MISSING });
  const failed = { status: 'failed', ...message({ type: 'output_text', text: 'Hi' }) };
  expect(end(failed)).toMatchObject({ ending: Ending.UPSTREAM_FAILED, source: UsageSource.NONE });
});

test('zeros beside what was said are no counts', () => {
  const usage = { total_tokens: 0, input_tokens: 0, output_tokens: 0 };
  size.addEvent({ type: 'conversation.item.create' }, 400);
  expect(end({ usage, ...message({ type: 'output_text', text: 'Hi' }) })).toMatchObject({
    source: UsageSource.ESTIMATED,
    usage: { inputFresh: 100, outputVisible: 1 },
  });
});

test('zeros beside nothing said are no call either, whatever its end', () => {
  const usage = { total_tokens: 0, input_tokens: 0, output_tokens: 0 };
  for (const status of ['cancelled', 'failed', 'completed'])
    expect(end({ usage, status, output: [] })).toMatchObject({ source: UsageSource.NONE });
  const failed = { status: 'failed', ...message({ type: 'output_text', text: 'Hi' }) };
  expect(end({ usage, ...failed })).toMatchObject({ source: UsageSource.NONE });
});

test('counts of the upstream are the bill', () => {
  const counted = {
    usage: { input_tokens: 3, output_tokens: 2 },
    ...message({ type: 'output_text', text: 'Hi' }),
  };
  expect(end(counted)).toMatchObject({
    source: UsageSource.UPSTREAM,
    usage: { inputFresh: 3, outputVisible: 2 },
  });
});

test('so many are under way at most, and one that was not seen to begin is billed beside them', () => {
  const told = Array.from({ length: 65 }, (_, number) => responses.begin({ id: `r${number}` }));
  expect(told.map((word) => word === 'begun')).toEqual([...Array(64).fill(true), false]);
  expect(told.at(-1)).toBe('no room');
  expect(end({ id: 'other', usage: { input_tokens: 3, output_tokens: 2 } })?.source).toBe(
    UsageSource.UPSTREAM,
  );
  responses.end({ id: 'r0', status: 'completed' });
  expect(responses.begin({ id: 'r64' })).toBe('begun');
});
