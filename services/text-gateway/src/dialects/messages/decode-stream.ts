import type { BlockStart, ReplyEvent } from '../../canon/events.ts';
import { readSeal, type Seal } from '../../canon/seal.ts';
import { inputOf } from '../../canon/usage.ts';
import { parseJson } from '../../json/parse.ts';
import { isRecord, type JsonRecord, textIn } from '../../json/read.ts';
import type { Ids, StreamDecoder } from '../codec.ts';
import { readEnding } from './endings.ts';
import { unwrapCallSeal } from './reply/call-seal.ts';
import { inputOfCall, withCallId } from './reply/loose-calls.ts';
import { readFault } from './reply/read-fault.ts';
import { addCounts, decodeUsage } from './usage.ts';
import { readCallId } from './wire/call-id.ts';

interface OpenBlock {
  /** Its place among the canonical blocks; undefined while it is gathered whole. */
  index: number | undefined;
  json: JsonRecord;
  /** Comes before the end of the block, whenever the upstream sends it. */
  signature: string;
  hasArgs: boolean;
}

interface State {
  ids: Ids;
  hasBegun: boolean;
  isOver: boolean;
  /** Blocks by their place on the wire. */
  open: Map<unknown, OpenBlock>;
  begun: number;
  hasCalls: boolean;
  /** Came before the call that it belongs to. */
  callSeal: Seal | undefined;
  usage: JsonRecord;
  ending: { stopReason: unknown; stopSequence: unknown } | undefined;
}

type Handler = (state: State, event: JsonRecord) => ReplyEvent[];

const handlers = new Map<string, Handler>([
  ['message_start', startMessage],
  ['content_block_start', startBlock],
  ['content_block_delta', continueBlock],
  ['content_block_stop', (state, { index }) => endBlock(state, index)],
  ['message_delta', changeMessage],
  ['message_stop', endMessage],
]);

export function createStreamDecoder(ids: Ids): StreamDecoder {
  const state: State = {
    ids,
    ...{ hasBegun: false, isOver: false, open: new Map(), begun: 0, hasCalls: false },
    ...{ callSeal: undefined, usage: {}, ending: undefined },
  };
  return {
    push(data) {
      // Some compatible upstreams end with the word of another protocol.
      if (state.isOver || data.trim() === '[DONE]') return [];
      const event: unknown = parseJson(data);
      if (!isRecord(event)) throw new Error('The stream holds something that is no event');
      if (isRecord(event.error)) {
        state.isOver = true;
        return [{ kind: 'fault', fault: readFault(event.error) }];
      }
      if (typeof event.type !== 'string') throw new Error('The stream holds an event without a type');
      // Pings, and events that are yet to be invented.
      const handler = handlers.get(event.type);
      if (!handler) return [];
      if (!state.hasBegun && event.type !== 'message_start')
        return [...startMessage(state, {}), ...handler(state, event)];
      return handler(state, event);
    },
    end: () => (state.isOver || !state.ending ? [] : endMessage(state)),
  };
}

function startMessage(state: State, { message }: JsonRecord): ReplyEvent[] {
  if (state.hasBegun) return [];
  state.hasBegun = true;
  const counts = isRecord(message) && isRecord(message.usage) ? message.usage : {};
  const usage = decodeUsage(counts);
  // Input is never empty: zeros are what upstreams send that do not know yet.
  const isKnown = usage !== undefined && inputOf(usage) > 0;
  // What it says of output is said before there is any.
  const input = { ...counts, output_tokens: undefined };
  return [{ kind: 'reply-start' }, ...(isKnown ? seeUsage(state, input) : [])];
}

function seeUsage(state: State, counts: JsonRecord): ReplyEvent[] {
  state.usage = addCounts(state.usage, counts);
  const usage = decodeUsage(state.usage);
  return usage ? [{ kind: 'usage', usage }] : [];
}

function startBlock(state: State, { index, content_block: json }: JsonRecord): ReplyEvent[] {
  if (!isRecord(json)) throw new Error('A block begins without saying what it is');
  state.callSeal = unwrapCallSeal(json.data) ?? state.callSeal;
  if (unwrapCallSeal(json.data)) return [];
  const block = toStart(withCallId(json, state.ids, state.begun));
  // Some upstreams give every block the same place, and do not say where one ends.
  const ended = endBlock(state, index);
  const opened: OpenBlock = {
    index: block ? state.begun : undefined,
    json,
    signature: textIn(json.type === 'redacted_thinking' ? json.data : json.signature),
    hasArgs: false,
  };
  state.open.set(index, opened);
  if (!block) return ended;
  state.begun += 1;
  if (block.kind === 'tool-call') state.hasCalls = true;
  const begun: ReplyEvent = { kind: 'block-start', index: state.begun - 1, block };
  return [...ended, begun, ...deltaOf(opened, textIn(json.text ?? json.thinking))];
}

/** Undefined for blocks that only the vendor's own servers understand: they are gathered whole. */
function toStart(json: JsonRecord): BlockStart | undefined {
  switch (json.type) {
    case 'text':
      return { kind: 'text' };
    case 'thinking':
      return { kind: 'reasoning' };
    case 'redacted_thinking':
      return { kind: 'reasoning', isRedacted: true };
    case 'tool_use':
      return typeof json.toolset_name === 'string'
        ? undefined
        : { kind: 'tool-call', id: readCallId(textIn(json.id)), name: textIn(json.name) };
    default:
      return undefined;
  }
}

function continueBlock(state: State, { index, delta }: JsonRecord): ReplyEvent[] {
  const block = state.open.get(index);
  if (!block || !isRecord(delta)) throw new Error('A block goes on that is not open');
  switch (delta.type) {
    case 'text_delta':
      return deltaOf(block, textIn(delta.text));
    case 'thinking_delta':
      return deltaOf(block, textIn(delta.thinking));
    case 'input_json_delta': {
      const text = textIn(delta.partial_json);
      block.hasArgs ||= text !== '';
      return deltaOf(block, text);
    }
    case 'signature_delta':
      block.signature = textIn(delta.signature);
      return [];
    default:
      return [];
  }
}

function endBlock(state: State, wireIndex: unknown): ReplyEvent[] {
  const block = state.open.get(wireIndex);
  if (!block) return [];
  state.open.delete(wireIndex);
  const { json, signature } = block;
  if (block.index === undefined) {
    const index = state.begun;
    state.begun += 1;
    return [
      { kind: 'block-start', index, block: { kind: 'opaque', dialect: 'messages', json } },
      { kind: 'block-end', index },
    ];
  }
  const { index } = block;
  // Some upstreams send arguments whole in the beginning, and for a tool without any nothing comes at all.
  const isCall = json.type === 'tool_use';
  const seal = isCall ? state.callSeal : readSeal(signature, 'messages');
  if (isCall) state.callSeal = undefined;
  const args = isCall && !block.hasArgs ? JSON.stringify(inputOfCall(json)) : '';
  return [
    ...deltaOf(block, args),
    ...(seal ? [{ kind: 'block-seal' as const, index, seal }] : []),
    { kind: 'block-end', index },
  ];
}

function changeMessage(state: State, { delta, usage }: JsonRecord): ReplyEvent[] {
  if (isRecord(delta) && typeof delta.stop_reason === 'string')
    state.ending = { stopReason: delta.stop_reason, stopSequence: delta.stop_sequence };
  return isRecord(usage) ? seeUsage(state, usage) : [];
}

function endMessage(state: State): ReplyEvent[] {
  const ended = [...state.open.keys()].flatMap((index) => endBlock(state, index));
  state.isOver = true;
  const ending = readEnding(state.ending?.stopReason, state.ending?.stopSequence, state.hasCalls);
  return [...ended, { kind: 'reply-end', ending }];
}

function deltaOf({ index }: OpenBlock, text: string): ReplyEvent[] {
  return index === undefined || text === '' ? [] : [{ kind: 'block-delta', index, text }];
}
