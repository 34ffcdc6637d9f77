/** Calls as some upstreams write them that speak like Anthropic, in whole answers and in streams. */
import { describe, expect, test } from 'vitest';
import type { ReplyEvent } from '../../canon/events.ts';
import { foldReply } from '../../canon/fold.ts';
import { codec } from './codec.ts';

const ids = { requestId: '0190-ab' };

function inPieces(content: object[]): ReplyEvent[] {
  const decoder = codec.createStreamDecoder(ids);
  const blocks = content.flatMap((content_block, index) => [
    { type: 'content_block_start', index, content_block },
    { type: 'content_block_stop', index },
  ]);
  const end = [{ type: 'message_delta', delta: { stop_reason: 'tool_use' } }, { type: 'message_stop' }];
  return [...blocks, ...end].flatMap((event) => decoder.push(JSON.stringify(event)));
}

describe.each([
  ['whole', (content: object[]) => codec.decodeReply({ content, stop_reason: 'tool_use' }, ids)],
  ['streamed', inPieces],
])('in an answer that is %s', (_, read) => {
  const blocksOf = (...content: object[]) => foldReply(read(content)).blocks;
  const call = { type: 'tool_use', id: 'toolu_1', name: 'find', input: { a: 1 } };

  test.each([
    ['', '{}'],
    ['{"a":12345678901234567890}', '{"a":12345678901234567890}'],
    ['not JSON', '{"_raw":"not JSON"}'],
  ])('arguments may be the text %j', (input, argsText) => {
    expect(blocksOf({ ...call, input })).toEqual([
      { kind: 'tool-call', id: 'toolu_1', name: 'find', argsText },
    ]);
  });

  test.each([[undefined], [null], ['']])('calls whose id is %j have one each', (id) => {
    expect(blocksOf({ ...call, id }, { ...call, id })).toEqual([
      { kind: 'tool-call', id: 'call_0190ab_0', name: 'find', argsText: '{"a":1}' },
      { kind: 'tool-call', id: 'call_0190ab_1', name: 'find', argsText: '{"a":1}' },
    ]);
  });
});
