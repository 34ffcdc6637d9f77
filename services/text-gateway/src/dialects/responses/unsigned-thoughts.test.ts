import { expect, test } from 'vitest';
import { foldReply } from '../../canon/fold.ts';
import { recordLosses } from '../../canon/losses.ts';
import { noSeal } from '../../canon/seal.ts';
import { unfoldReply } from '../../canon/unfold.ts';
import { callOf, decodeStream, route } from '../../conformance/run-codec.ts';
import { codec } from './codec.ts';

const asked = { model: 'm', input: 'Hi' };
const thought = { kind: 'reasoning' as const, text: 'Hm.' };
const said = { kind: 'text' as const, text: 'Hello' };
const reply = { blocks: [thought, said], ending: { reason: 'complete' as const } };
const call = callOf(codec.decodeRequest(asked, route));
const unsigned = {
  type: 'reasoning',
  summary: [{ type: 'summary_text', text: 'Hm.' }],
  encrypted_content: noSeal,
};

test('thoughts that nobody signed say so, whole and streamed, so that they are not passed to who would look for them', () => {
  expect(codec.encodeReply(reply, call).output).toMatchObject([unsigned, {}]);
  const encoder = codec.createStreamEncoder(call);
  const text = unfoldReply(reply)
    .map((event) => encoder.push(event))
    .join('');
  expect(text).toContain(`"encrypted_content":"${noSeal}"`);
  expect(foldReply(decodeStream(codec, Buffer.from(text))).blocks).toEqual([thought, said]);
});

test('OpenAI is not shown them, and they come back as what they are', () => {
  const message = { role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] };
  const input = [{ role: 'user', content: 'Hi' }, { id: 'rs_1', ...unsigned }, message];
  const request = codec.decodeRequest(
    { model: 'm', input: [...input, { role: 'user', content: 'Bye' }] },
    route,
  );
  expect(request.turns[1]?.blocks).toEqual([thought, said]);
  const body = codec.encodeRequest(request, { model: 'gpt-5', maxOutputTokens: 100 }, recordLosses());
  expect(JSON.stringify(body)).not.toMatch(/reasoning"|headgate/);
});
