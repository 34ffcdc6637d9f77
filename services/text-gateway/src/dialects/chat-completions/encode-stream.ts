/** Writes an answer as chunks. The OpenAI SDK wants the role in the first, and a reason to finish in the last. */
import type { BlockStart, ReplyEvent } from '../../canon/events.ts';
import type { Usage } from '../../canon/usage.ts';
import type { JsonRecord } from '../../json/read.ts';
import type { ReplyCall, StreamEncoder } from '../codec.ts';
import { encodeEnding } from './endings.ts';
import { createChunkWriter, writeFrame } from './reply/chunks.ts';
import { writeThoughtSignature } from './tools/thought-signature.ts';
import { encodeUsage } from './usage.ts';

/** What is known of a block while it is open. */
interface OpenBlock {
  kind: BlockStart['kind'];
  /** The place of a tool call among the calls. */
  place: number;
  isEmpty: boolean;
}

export function createStreamEncoder(call: ReplyCall): StreamEncoder {
  const chunks = createChunkWriter(call);
  const open = new Map<number, OpenBlock>();
  let calls = 0;
  let usage: Usage | undefined;

  function begin(index: number, block: BlockStart): string {
    const isCall = block.kind === 'tool-call';
    open.set(index, { kind: block.kind, place: calls, isEmpty: true });
    if (!isCall) return '';
    const begun = {
      index: calls,
      id: block.id,
      type: 'function',
      function: { name: block.name, arguments: '' },
    };
    calls += 1;
    return chunks.delta({ tool_calls: [begun] });
  }

  function goOn(index: number, text: string): string {
    const block = open.get(index);
    if (!block || text === '') return '';
    block.isEmpty = false;
    return chunks.delta(deltaOf(block, text));
  }

  function end(index: number): string {
    const block = open.get(index);
    open.delete(index);
    // Clients parse what they have gathered: a call without arguments has none of them, not no JSON.
    const lacksArguments = block?.kind === 'tool-call' && block.isEmpty;
    return lacksArguments ? chunks.delta(deltaOf(block, '{}')) : '';
  }

  return {
    push(event: ReplyEvent) {
      switch (event.kind) {
        case 'reply-start':
          return chunks.delta({ role: 'assistant', content: '', refusal: null });
        case 'block-start':
          return begin(event.index, event.block);
        case 'block-delta':
          return goOn(event.index, event.text);
        case 'block-seal': {
          const block = open.get(event.index);
          if (block?.kind !== 'tool-call') return '';
          // Strict readers demand the function of every piece.
          return chunks.delta({
            tool_calls: [
              { index: block.place, function: { arguments: '' }, ...writeThoughtSignature(event.seal) },
            ],
          });
        }
        case 'block-end':
          return end(event.index);
        case 'usage':
          usage = event.usage;
          return '';
        case 'reply-end':
          return [
            chunks.finish(encodeEnding(event.ending)),
            usage && call.request.includeUsage ? chunks.usage(encodeUsage(usage)) : '',
            'data: [DONE]\n\n',
          ].join('');
        case 'fault': {
          const { message, type = 'upstream_error', code = null } = event.fault;
          return writeFrame({ error: { message, type, param: '', code } });
        }
        default:
          return event satisfies never;
      }
    },
  };
}

function deltaOf({ kind, place }: OpenBlock, text: string): JsonRecord {
  switch (kind) {
    case 'text':
      return { content: text };
    case 'refusal':
      return { refusal: text };
    case 'reasoning':
      return { reasoning_content: text };
    case 'tool-call':
      return { tool_calls: [{ index: place, function: { arguments: text } }] };
    case 'opaque':
      return {};
    default:
      return kind satisfies never;
  }
}
