import { expect, test } from 'vitest';
import { foldReply } from '../../canon/fold.ts';
import { recordLosses } from '../../canon/losses.ts';
import type { CanonRequest } from '../../canon/request.ts';
import { noSeal } from '../../canon/seal.ts';
import { unfoldReply } from '../../canon/unfold.ts';
import { callOf, decodeStream, route } from '../../conformance/run-codec.ts';
import { codec } from './codec.ts';

const asked = { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] };
const thought = { kind: 'reasoning' as const, text: 'Hm.' };
const reply = { blocks: [thought], ending: { reason: 'complete' as const } };

function askedWith(content: unknown): CanonRequest {
  const messages = [...asked.messages, { role: 'assistant', content }, ...asked.messages];
  return codec.decodeRequest({ ...asked, messages }, route);
}

test('thoughts that nobody signed say so in the place of the signature, whole and streamed', () => {
  const call = callOf(codec.decodeRequest(asked, route));
  expect(codec.encodeReply(reply, call).content).toEqual([
    { type: 'thinking', thinking: 'Hm.', signature: noSeal },
  ]);
  const encoder = codec.createStreamEncoder(call);
  const text = unfoldReply(reply)
    .map((event) => encoder.push(event))
    .join('');
  expect(text).toContain(`{"type":"signature_delta","signature":"${noSeal}"}`);
  expect(foldReply(decodeStream(codec, Buffer.from(text))).blocks).toEqual([thought]);
});

test.each(['', noSeal])('they come back as what they are: signed "%s"', (signature) => {
  const { turns } = askedWith([{ type: 'thinking', thinking: 'Hm.', signature }]);
  expect(turns[1]?.blocks).toEqual([thought]);
});

test('Claude is not shown them, and others are', () => {
  const request = askedWith([
    { type: 'thinking', thinking: 'Hm.', signature: noSeal },
    { type: 'text', text: 'Hello' },
  ]);
  const write = (model: string) =>
    codec.encodeRequest(request, { model, maxOutputTokens: 100 }, recordLosses()).messages;
  const said = { type: 'text', text: 'Hello' };
  expect(write('claude-opus-4-8')).toMatchObject([{}, { content: [said] }, {}]);
  const thinking = { type: 'thinking', thinking: 'Hm.', signature: '' };
  expect(write('deepseek-chat')).toMatchObject([{}, { content: [thinking, said] }, {}]);
});
