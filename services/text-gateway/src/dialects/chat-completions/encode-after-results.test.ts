import { expect, test } from 'vitest';
import type { ToolResultBlock, UserBlock } from '../../canon/blocks.ts';
import { recordLosses } from '../../canon/losses.ts';
import type { ServiceTraits } from '../codec.ts';
import { codec } from './codec.ts';

const result: ToolResultBlock = { kind: 'tool-result', callId: 'c1', blocks: [{ kind: 'text', text: '3' }] };
const reminder: UserBlock = { kind: 'text', text: 'Be brief.' };
const image: ToolResultBlock = {
  ...result,
  blocks: [{ kind: 'image', source: { kind: 'url', url: 'https://example.com/a.png' } }],
};

function rolesAfterCall(blocks: UserBlock[], model: string, service?: ServiceTraits): unknown[] {
  const call = { kind: 'tool-call' as const, id: 'c1', name: 'f', argsText: '{}' };
  const turns = [
    { from: 'assistant' as const, blocks: [call] },
    { from: 'user' as const, blocks },
  ];
  const asked = { model: 'm', instructions: [], turns, tools: [], stop: [], sampling: {}, extras: {} };
  const request = { ...asked, stream: false, includeUsage: false };
  const body = codec.encodeRequest(request, { model, maxOutputTokens: 4_096, service }, recordLosses());
  const messages = Array.isArray(body.messages) ? body.messages.slice(1) : [];
  return messages.map(({ role }) => role);
}

test.each(['mistral-large-latest', 'mistralai/Devstral-Small-2', 'magistral-medium'])(
  'the assistant answers the results for %s, which refuses a user behind them',
  (model) => {
    expect(rolesAfterCall([result, reminder], model)).toEqual(['tool', 'assistant', 'user']);
    expect(rolesAfterCall([image], model)).toEqual(['tool', 'assistant', 'user']);
    expect(rolesAfterCall([result], model)).toEqual(['tool']);
    expect(rolesAfterCall([reminder], model)).toEqual(['user']);
  },
);

test('so it does for any model of a service that refuses it, and for no other', () => {
  const service: ServiceTraits = { chat: { takesUserAfterResults: false } };
  expect(rolesAfterCall([result, reminder], 'some', service)).toEqual(['tool', 'assistant', 'user']);
  expect(rolesAfterCall([result, reminder], 'some')).toEqual(['tool', 'user']);
});
