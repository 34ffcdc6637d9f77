import { expect, test } from 'vitest';
import type { Reply } from '../../canon/fold.ts';
import { recordLosses } from '../../canon/losses.ts';
import type { CanonRequest } from '../../canon/request.ts';
import { unfoldReply } from '../../canon/unfold.ts';
import { noUsage } from '../../canon/usage.ts';
import { codec } from '../../dialects/chat-completions/codec.ts';
import { route, throughStream, throughWhole } from '../run-codec.ts';
import { carried } from './chat-completions.ts';

const messages = (value: string) => ({ dialect: 'messages' as const, value });
const bytes = { kind: 'bytes' as const, mediaType: 'image/png', base64: 'iVBO' };

/** With something of everything that chat completions have no place for. */
const request: CanonRequest = {
  model: 'claude',
  instructions: [{ kind: 'text', text: 'Be kind.', cache: { ttl: '1h' } }],
  turns: [
    { from: 'user', blocks: [{ kind: 'text', text: 'Look.', cache: { ttl: '5m' } }] },
    {
      from: 'assistant',
      blocks: [
        { kind: 'text', text: 'Well.', seal: messages('t') },
        { kind: 'reasoning', text: 'Hm.', seal: messages('r') },
        { kind: 'reasoning', text: '', isRedacted: true, seal: messages('x') },
        { kind: 'tool-call', id: 'a', name: 'see', argsText: '', cache: { ttl: '5m' } },
        { kind: 'text', text: 'And.' },
        { kind: 'tool-call', id: 'b', name: 'see', argsText: '{"n":1}', seal: messages('s') },
        { kind: 'opaque', dialect: 'messages', json: { type: 'server_tool_use' } },
      ],
    },
    {
      from: 'user',
      blocks: [
        {
          kind: 'tool-result',
          callId: 'a',
          isError: true,
          blocks: [
            { kind: 'text', text: 'seen' },
            { kind: 'image', source: bytes, cache: { ttl: '5m' } },
          ],
        },
        { kind: 'tool-result', callId: 'b', blocks: [] },
        { kind: 'text', text: 'So?' },
      ],
    },
  ],
  tools: [{ name: 'see', schema: { type: 'object' }, cache: { ttl: '5m' } }],
  toolChoice: { kind: 'any' },
  parallelToolCalls: false,
  format: { kind: 'schema', schema: { type: 'object' } },
  maxOutputTokens: 100,
  stop: ['x'],
  sampling: { temperature: 0, topK: 5 },
  reasoning: { budgetTokens: 4_000, isShown: true },
  endUser: 'u',
  stream: true,
  includeUsage: false,
  extras: { container: 'c' },
};

const reply: Reply = {
  blocks: [
    { kind: 'reasoning', text: 'Hm.', seal: messages('r') },
    { kind: 'text', text: 'We', seal: messages('t') },
    { kind: 'text', text: 'll.' },
    { kind: 'refusal', text: 'No.' },
    { kind: 'opaque', dialect: 'messages', json: {} },
    { kind: 'tool-call', id: 'a', name: 'see', argsText: '', seal: messages('s') },
  ],
  usage: { ...noUsage, inputFresh: 3, inputAudio: 1, inputCacheWrite: 2, outputVisible: 5, outputAudio: 4 },
  ending: { reason: 'stop-sequence', stopSequence: 'x' },
};

test('a request arrives as declared, and every loss has a name', () => {
  const losses = recordLosses();
  const target = { model: 'some-model', maxOutputTokens: 4_096 };
  const body = JSON.parse(JSON.stringify(codec.encodeRequest(request, target, losses)));
  expect(codec.decodeRequest(body, route)).toEqual({ ...carried.request(request), model: 'some-model' });
  expect(losses.dropped).toEqual(['cache', 'container', 'isError', 'opaque', 'reasoning', 'topK']);
  expect(losses.approximated).toEqual(['budgetTokens']);
});

test('an answer arrives as declared, whole and streamed', () => {
  const asked = { ...request, includeUsage: true };
  expect(throughWhole(codec, reply, asked)).toEqual(carried.reply(reply));
  expect(throughStream(codec, unfoldReply(reply), asked)).toEqual(carried.reply(reply));
});
