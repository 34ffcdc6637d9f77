import { describe, expect, test } from 'vitest';
import type { AssistantBlock } from '../../../canon/blocks.ts';
import type { Seal } from '../../../canon/seal.ts';
import { unfoldReply } from '../../../canon/unfold.ts';
import { isRecord, type JsonRecord, recordsIn } from '../../../json/read.ts';
import type { ReplyCall } from '../../codec.ts';
import { decodeRequest } from '../decode-request.ts';
import { encodeReply } from '../encode-reply.ts';
import { createStreamEncoder } from '../encode-stream.ts';

const route = { model: 'm', stream: true };
const question = { role: 'user', parts: [{ text: 'Hi' }] };
const callShowing = (includeThoughts: boolean | undefined): ReplyCall => ({
  requestId: '01a1fe80-64b9-7aa1-946d-d820c9b40b30',
  createdAt: 1_700_000_000,
  request: decodeRequest(
    { contents: [question], generationConfig: { thinkingConfig: { includeThoughts } } },
    route,
  ),
});

const sealOf = (value: string): Seal => ({ dialect: 'messages', value });
const thoughts: AssistantBlock[] = [
  { kind: 'reasoning', text: 'Hm. Über "it".', seal: sealOf('EqQB') },
  { kind: 'reasoning', text: '', seal: sealOf('hidden'), isRedacted: true },
];
const callOf = (id: string): AssistantBlock => ({ kind: 'tool-call', id, name: 'f', argsText: '{"n":1}' });
const said: AssistantBlock[] = [{ kind: 'text', text: 'See.' }, callOf('a'), callOf('b')];

/** The parts of an answer, as a client of either kind gets them. */
function partsOf(blocks: AssistantBlock[], isStreamed: boolean, call = callShowing(true)): JsonRecord[] {
  const reply = { blocks, usage: undefined, ending: undefined, fault: undefined };
  if (!isStreamed) return partsIn(encodeReply(reply, call));
  const encoder = createStreamEncoder(call);
  const frames = unfoldReply(reply)
    .map((event) => encoder.push(event))
    .join('')
    .trim();
  return frames.split('\n\n').flatMap((frame) => partsIn(JSON.parse(frame.replace('data: ', ''))));
}

function partsIn(answer: JsonRecord): JsonRecord[] {
  return recordsIn(answer.candidates).flatMap(({ content }) => recordsIn(isRecord(content) && content.parts));
}

function blocksOf(parts: JsonRecord[]): unknown {
  const contents = [question, ...parts.map((part) => ({ role: 'model', parts: [part] })), question];
  return decodeRequest({ contents }, route).turns[1]?.blocks;
}

test.each([false, true])(
  'a client that keeps no thoughts brings them back with a call, streamed: %s',
  (isStreamed) => {
    const kept = partsOf([...thoughts, ...said], isStreamed).filter(({ thought }) => !thought);
    expect(kept).toHaveLength(3);
    expect(blocksOf(kept)).toEqual([...thoughts, ...said]);
  },
);

test.each([false, true])('one that keeps them brings them back once, streamed: %s', (isStreamed) => {
  expect(blocksOf(partsOf([...thoughts, ...said], isStreamed))).toEqual([...thoughts, ...said]);
});

test.each([false, true])(
  'one that leaves empty texts out brings back all as it was, streamed: %s',
  (isStreamed) => {
    const omitted: AssistantBlock = { kind: 'reasoning', text: '', seal: sealOf('omitted') };
    const blocks = [...thoughts, omitted, ...said];
    const kept = partsOf(blocks, isStreamed).map(({ text, ...part }) => (text ? { text, ...part } : part));
    expect(blocksOf(kept)).toEqual(blocks);
  },
);

test("Gemini's own seal stays on its call, and its thoughts where they are", () => {
  const own: AssistantBlock[] = [
    { kind: 'reasoning', text: 'Hm.', seal: { dialect: 'generate-content', value: 'own' } },
    { ...callOf('a'), seal: { dialect: 'generate-content', value: 'Q2g=' } } as AssistantBlock,
  ];
  expect(blocksOf(partsOf(own, false))).toEqual(own);
});

test("Gemini's own thoughts are carried by no call", () => {
  const seal: Seal = { dialect: 'generate-content', value: 'own' };
  const parts = partsOf([{ kind: 'reasoning', text: 'Hm.', seal }, callOf('a')], false);
  expect(blocksOf(parts.slice(1))).toEqual([callOf('a')]);
});

test('a thought that nobody sealed is no part of a sealed one behind a text', () => {
  const unsealed: AssistantBlock = { kind: 'reasoning', text: 'Well.' };
  const parts = partsOf([unsealed, ...said.slice(0, 1), ...thoughts, callOf('a')], true);
  expect(blocksOf(parts.filter(({ functionCall }) => functionCall))).toEqual([...thoughts, callOf('a')]);
});

test.each(['no JSON', '{}', '[{"text":"Hm."}]'])('what nobody here wrote is no thought: %s', (carried) => {
  const thoughtSignature = btoa(`headgate.seal.of-thoughts.${carried}`);
  expect(blocksOf([{ functionCall: { id: 'a', name: 'f', args: { n: 1 } }, thoughtSignature }])).toEqual([
    callOf('a'),
  ]);
});

describe.each([false, undefined])('a client that asks for no thoughts (includeThoughts: %s)', (isShown) => {
  test.each([false, true])('is shown none, streamed: %s', (isStreamed) => {
    const blocks: AssistantBlock[] = [
      ...thoughts,
      { kind: 'reasoning', text: 'Well.' },
      { kind: 'text', text: 'Hi' },
    ];
    const parts = partsOf(blocks, isStreamed, callShowing(isShown));
    expect(parts.filter(({ thought }) => thought)).toEqual([]);
    expect(parts.map(({ text }) => text).join('')).toBe('Hi');
  });

  test.each([false, true])('brings back what was thought before a call, streamed: %s', (isStreamed) => {
    const unsealed: AssistantBlock = { kind: 'reasoning', text: 'Well.' };
    const blocks = [...thoughts, unsealed, callOf('a'), callOf('b')];
    expect(blocksOf(partsOf(blocks, isStreamed, callShowing(isShown)))).toEqual(blocks);
  });
});
