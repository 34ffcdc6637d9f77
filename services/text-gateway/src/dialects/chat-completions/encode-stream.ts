/** Writes an answer as chunks. The OpenAI SDK wants the role in the first, and a reason to finish in the last. */
import type { PictureBlock } from '../../canon/blocks.ts';
import type { BlockStart, ReplyEvent } from '../../canon/events.ts';
import { createFindTools } from '../../canon/tools/find-tools.ts';
import { isFreeform } from '../../canon/tools/freeform/as-function.ts';
import { createInputReader, type InputReader } from '../../canon/tools/freeform/input-reader.ts';
import type { Usage } from '../../canon/usage.ts';
import type { JsonRecord } from '../../json/read.ts';
import type { ReplyCall, StreamEncoder } from '../codec.ts';
import { encodeEnding } from './endings.ts';
import { createChunkWriter, writeFrame } from './reply/chunks.ts';
import { writeTier } from './reply/envelope.ts';
import { writeImage } from './reply/images.ts';
import { writeThoughtSignature } from './tools/thought-signature.ts';
import { encodeUsage } from './usage.ts';

/** What is known of a block while it is open. */
interface OpenBlock {
  kind: BlockStart['kind'];
  /** The place of a tool call among the calls. */
  place: number;
  isEmpty: boolean;
  /** Of a freeform call. */
  input?: InputReader | undefined;
}

export function createStreamEncoder(call: ReplyCall): StreamEncoder {
  const chunks = createChunkWriter(call);
  const { legacyCalls = false, tools } = call.request;
  const findTools = createFindTools(tools);
  const open = new Map<number, OpenBlock>();
  /** Pictures are sent whole, with the seal behind them. */
  const held = new Map<number, PictureBlock>();
  let calls = 0;
  let pictures = 0;
  let usage: Usage | undefined;

  function begin(index: number, block: BlockStart): string {
    const isCall = block.kind === 'tool-call';
    const input = isCall && isFreeform(block.name, findTools(block.name)) ? createInputReader() : undefined;
    open.set(index, { kind: block.kind, place: calls, isEmpty: true, input });
    if (block.kind === 'picture') {
      held.set(index, { ...block });
      return '';
    }
    if (!isCall) return '';
    const place = calls;
    calls += 1;
    return input
      ? writeInput(place, { name: block.name, input: '' }, { id: block.id, type: 'custom' })
      : writeCall(place, { name: block.name, arguments: '' }, { id: block.id, type: 'function' });
  }

  /** @param others what a freeform call says beside its text */
  function writeInput(place: number, custom: JsonRecord, others: JsonRecord = {}): string {
    return chunks.delta({ tool_calls: [{ index: place, ...others, custom }] });
  }

  /** @param others what a tool call says beside its function */
  function writeCall(place: number, called: JsonRecord, others: JsonRecord = {}): string {
    if (!legacyCalls) return chunks.delta({ tool_calls: [{ index: place, ...others, function: called }] });
    return place === 0 ? chunks.delta({ function_call: called }) : '';
  }

  function write({ kind, place }: OpenBlock, text: string): string {
    if (kind === 'tool-call') return writeCall(place, { arguments: text });
    return chunks.delta(deltaOf(kind, text));
  }

  function goOn(index: number, text: string): string {
    const block = open.get(index);
    if (!block || text === '') return '';
    block.isEmpty = false;
    return block.input ? addInput(block, block.input.push(text)) : write(block, text);
  }

  function addInput({ place }: OpenBlock, text: string): string {
    return text === '' ? '' : writeInput(place, { input: text });
  }

  function end(index: number): string {
    const block = open.get(index);
    open.delete(index);
    const picture = held.get(index);
    if (picture) {
      held.delete(index);
      return chunks.delta({ images: [writeImage(picture, pictures++)] });
    }
    if (block?.input) return addInput(block, block.input.end());
    // Clients parse what they have gathered: a call without arguments has none of them, not no JSON.
    const lacksArguments = block?.kind === 'tool-call' && block.isEmpty;
    return lacksArguments ? write(block, '{}') : '';
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
          const picture = held.get(event.index);
          if (picture) picture.seal = event.seal;
          const block = open.get(event.index);
          if (block?.kind !== 'tool-call' || legacyCalls) return '';
          // Strict readers demand the function of every piece.
          const seal = writeThoughtSignature(event.seal);
          return block.input
            ? writeInput(block.place, { input: '' }, seal)
            : writeCall(block.place, { arguments: '' }, seal);
        }
        case 'block-end':
          return end(event.index);
        case 'usage':
          usage = event.usage;
          return '';
        case 'reply-end': {
          const tier = writeTier(call, usage);
          return [
            chunks.finish(encodeEnding(event.ending, legacyCalls), tier),
            usage && call.request.includeUsage ? chunks.usage(encodeUsage(usage), tier) : '',
            'data: [DONE]\n\n',
          ].join('');
        }
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

function deltaOf(kind: Exclude<BlockStart['kind'], 'tool-call'>, text: string): JsonRecord {
  switch (kind) {
    case 'text':
      return { content: text };
    case 'refusal':
      return { refusal: text };
    case 'reasoning':
      return { reasoning_content: text };
    case 'picture':
    case 'opaque':
      return {};
    default:
      return kind satisfies never;
  }
}
