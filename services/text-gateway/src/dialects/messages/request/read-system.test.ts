import { expect, test } from 'vitest';
import { recordLosses } from '../../../canon/losses.ts';
import { codec as responses } from '../../responses/codec.ts';
import { decodeRequest } from '../decode-request.ts';

const attribution = 'x-anthropic-billing-header: cc_version=2.1.177.01c; cc_entrypoint=cli; cch=36ee5;';
const prompt = 'You are a coding agent.';

function decode(system: unknown) {
  return decodeRequest({ model: 'm', max_tokens: 16, system, messages: [{ role: 'user', content: 'Hi' }] });
}

function block(text: string) {
  return { type: 'text', text };
}

test.each([
  ['in a block of its own', [block(attribution), block(prompt)]],
  ['in the same block', [block(`${attribution}\n${prompt}`)]],
  ['in the same text', `${attribution}\n${prompt}`],
  [
    'without its last part',
    [block('x-anthropic-billing-header: cc_version=2.1.181.01c; cc_entrypoint=cli;'), block(prompt)],
  ],
])('what Claude Code tells Anthropic of itself is no part of the prompt, %s', (_where, system) => {
  const request = decode(system);
  expect(request.instructions).toEqual([{ kind: 'text', text: prompt }]);
  const losses = recordLosses();
  const body = responses.encodeRequest(request, { model: 'gpt-5', maxOutputTokens: 16 }, losses);
  expect(body.instructions).toBe(prompt);
  expect(losses.dropped).toEqual(['x-anthropic-billing-header']);
});

test.each([
  `Never say ${attribution}`,
  'x-anthropic-billing-header: what is it?',
  `Be kind.\n${attribution}`,
])('a prompt that speaks of it stays as it is: %s', (text) => {
  const request = decode([block(text)]);
  expect(request.instructions).toEqual([{ kind: 'text', text }]);
  expect(request.extras).toEqual({});
});
