/** Upstreams that count their calls from the beginning in each answer, and clients and upstreams that expect ids to differ. */
import { fc } from '@headgate/runtime/testing/properties';
import { expect, test } from 'vitest';
import { foldReply } from '../canon/fold.ts';
import { recordLosses } from '../canon/losses.ts';
import type { CanonRequest } from '../canon/request.ts';
import { codec as chatCompletions } from './chat-completions/codec.ts';
import { findUpstreamCodec } from './index.ts';
import { namingCalls } from './name-calls.ts';

const ids = { requestId: 'r' };
const route = { model: 'm', stream: false };
const target = { model: 'm', maxOutputTokens: 100 };
const call = (id: string, name = 'f') => ({ id, type: 'function', function: { name, arguments: '{}' } });

/** A conversation in which each turn calls the tools of these names, by ids that every turn counts from 0. */
function conversation(turns: readonly (readonly string[])[]): CanonRequest {
  const said = turns.flatMap((names, turn) => [
    { role: 'assistant', tool_calls: names.map((name, at) => call(`call_${at}`, name)) },
    ...names
      .map((name, at) => ({ role: 'tool', tool_call_id: `call_${at}`, content: `${name} in ${turn}` }))
      .reverse(),
  ]);
  const messages = [{ role: 'user', content: 'Hi' }, ...said];
  return chatCompletions.decodeRequest({ model: 'm', messages }, route);
}

function callIdsIn(codec: ReturnType<typeof namingCalls>, ...calls: object[]): string[][] {
  const body = { choices: [{ message: { tool_calls: calls }, finish_reason: 'tool_calls' }] };
  const delta = { tool_calls: calls.map((one, index) => ({ index, ...one })) };
  const decoder = codec.createStreamDecoder(ids);
  const chunk = JSON.stringify({ choices: [{ index: 0, delta, finish_reason: 'tool_calls' }] });
  return [codec.decodeReply(body, ids), [...decoder.push(chunk), ...decoder.end()]].map((events) =>
    foldReply(events).blocks.map((block) => (block.kind === 'tool-call' ? block.id : '')),
  );
}

test('an id that the conversation has had is not given to a new call, whole or streamed', () => {
  const codec = namingCalls(chatCompletions, conversation([['f'], ['f']]));
  expect(callIdsIn(codec, call('call_0'), call('new'))).toEqual([
    ['call_0_2', 'new'],
    ['call_0_2', 'new'],
  ]);
});

test('a conversation without calls changes nothing', () => {
  expect(namingCalls(chatCompletions, conversation([]))).toBe(chatCompletions);
});

interface Written {
  id: string;
  name: string;
}

/** What upstreams of these styles are told: the calls, and the results by the call that they are tied to. */
const readers = {
  messages: ({ messages }: { messages: { content: Record<string, unknown>[] }[] }) => ({
    calls: messages.flatMap(({ content }) => content).filter(({ type }) => type === 'tool_use'),
    results: messages
      .flatMap(({ content }) => content)
      .filter(({ type }) => type === 'tool_result')
      .map((block) => ({ id: block.tool_use_id, said: JSON.stringify(block.content) })),
  }),
  converse: ({ messages }: { messages: { content: Record<string, Record<string, unknown>>[] }[] }) => ({
    calls: messages
      .flatMap(({ content }) => content)
      .flatMap(({ toolUse }) => (toolUse ? [{ id: toolUse.toolUseId, name: toolUse.name }] : [])),
    results: messages
      .flatMap(({ content }) => content)
      .flatMap(({ toolResult }) =>
        toolResult ? [{ id: toolResult.toolUseId, said: JSON.stringify(toolResult.content) }] : [],
      ),
  }),
  'generate-content': ({
    contents,
  }: {
    contents: { parts: Record<string, Record<string, unknown>>[] }[];
  }) => ({
    calls: contents
      .flatMap(({ parts }) => parts)
      .flatMap((part) => (part.functionCall ? [part.functionCall] : [])),
    results: contents
      .flatMap(({ parts }) => parts)
      .flatMap(({ functionResponse: of }) =>
        of ? [{ id: of.id, name: of.name, said: JSON.stringify(of.response) }] : [],
      ),
  }),
};

const turns = fc.array(fc.array(fc.constantFrom('see', 'hear', 'smell'), { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 4,
});

test.each(Object.keys(readers) as (keyof typeof readers)[])(
  '%s is told of each call once, and of its result',
  (style) => {
    fc.assert(
      fc.property(turns, (named) => {
        const body: unknown = findUpstreamCodec(style)?.encodeRequest(
          conversation(named),
          target,
          recordLosses(),
        );
        const { calls, results } = readers[style](body as never);
        const byId = new Map((calls as unknown as Written[]).map(({ id, name }) => [id, name]));
        expect(byId.size).toBe(named.flat().length);
        expect(results).toHaveLength(byId.size);
        for (const result of results) expect(result.said).toContain(`${byId.get(String(result.id))} in `);
        const told = results.map(({ said }) => said.replace(/.*?(\w+ in \d).*/, '$1')).sort();
        expect(told).toEqual(
          named.flatMap((names, turn) => names.map((name) => `${name} in ${turn}`)).sort(),
        );
      }),
    );
  },
);
