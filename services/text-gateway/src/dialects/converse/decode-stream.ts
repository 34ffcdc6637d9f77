import type { BlockStart, ReplyEvent } from '../../canon/events.ts';
import { writeArgs } from '../../canon/tools/args.ts';
import { parseJson } from '../../json/parse.ts';
import { isRecord, type JsonRecord, textIn } from '../../json/read.ts';
import type { StreamDecoder } from '../codec.ts';
import { sealOf } from './decode-blocks.ts';
import { readEnding } from './endings.ts';
import { readFault } from './reply/read-fault.ts';
import { decodeUsage } from './usage.ts';

interface OpenBlock {
  /** Its place among the canonical blocks. */
  index: number;
  block: BlockStart;
  signature: string;
  /** Bytes that stand for hidden reasoning, in the pieces that they came in. */
  redacted: Buffer[];
  hasArgs: boolean;
}

interface State {
  hasBegun: boolean;
  isOver: boolean;
  /** Blocks by their place on the wire; undefined for those of the vendor's own servers. */
  open: Map<unknown, OpenBlock | undefined>;
  begun: number;
  hasCalls: boolean;
  hasUsage: boolean;
  /** Undefined until the upstream has said why it ended. */
  stop: { reason: unknown } | undefined;
}

type Handler = (state: State, event: JsonRecord) => ReplyEvent[];

const handlers = new Map<string, Handler>([
  ['messageStart', () => []],
  ['contentBlockStart', startBlock],
  ['contentBlockDelta', continueBlock],
  ['contentBlockStop', (state, { contentBlockIndex }) => endBlock(state, contentBlockIndex)],
  ['messageStop', stopMessage],
  ['metadata', readMetadata],
]);

/** Takes frames of one member each: the event's type, and the event. */
export function createStreamDecoder(): StreamDecoder {
  const state: State = {
    ...{ hasBegun: false, isOver: false, open: new Map(), begun: 0, hasCalls: false },
    ...{ hasUsage: false, stop: undefined },
  };
  return {
    push(data) {
      if (state.isOver) return [];
      const frame: unknown = parseJson(data);
      if (!isRecord(frame)) throw new Error('The stream holds something that is no event');
      const fault = readFault(frame);
      if (fault) {
        state.isOver = true;
        return [{ kind: 'fault', fault }];
      }
      return [...begin(state), ...Object.entries(frame).flatMap(([type, event]) => take(state, type, event))];
    },
    end: () => (state.isOver || !state.stop ? [] : endMessage(state)),
  };
}

/** Events that are yet to be invented say nothing. */
function take(state: State, type: string, event: unknown): ReplyEvent[] {
  const handler = state.isOver ? undefined : handlers.get(type);
  if (!handler) return [];
  if (!isRecord(event)) throw new Error(`The stream holds a ${type} without content`);
  return handler(state, event);
}

function begin(state: State): ReplyEvent[] {
  if (state.hasBegun) return [];
  state.hasBegun = true;
  return [{ kind: 'reply-start' }];
}

/** Only calls begin with more than their place. */
function startBlock(state: State, { contentBlockIndex, start }: JsonRecord): ReplyEvent[] {
  if (!isRecord(start)) return [];
  const { toolUse } = start;
  if (!isRecord(toolUse)) {
    if (Object.keys(start).length > 0) state.open.set(contentBlockIndex, undefined);
    return [];
  }
  const { toolUseId, name, type } = toolUse;
  if (type === 'server_tool_use') {
    state.open.set(contentBlockIndex, undefined);
    return [];
  }
  if (typeof toolUseId !== 'string' || typeof name !== 'string')
    throw new Error('A call has no id or no name');
  state.hasCalls = true;
  return openBlock(state, contentBlockIndex, { kind: 'tool-call', id: toolUseId, name });
}

function openBlock(state: State, wireIndex: unknown, block: BlockStart): ReplyEvent[] {
  const ended = endBlock(state, wireIndex);
  const index = state.begun;
  state.begun += 1;
  state.open.set(wireIndex, { index, block, signature: '', redacted: [], hasArgs: false });
  return [...ended, { kind: 'block-start', index, block }];
}

function continueBlock(state: State, { contentBlockIndex, delta }: JsonRecord): ReplyEvent[] {
  if (!isRecord(delta)) throw new Error('A block goes on without content');
  const open = state.open.get(contentBlockIndex);
  if (!open && state.open.has(contentBlockIndex)) return [];
  if (isRecord(delta.toolUse)) return continueCall(open, delta.toolUse);
  if (typeof delta.text === 'string')
    return extend(state, contentBlockIndex, { kind: 'text' }, delta.text).events;
  return isRecord(delta.reasoningContent) ? think(state, contentBlockIndex, delta.reasoningContent) : [];
}

function continueCall(open: OpenBlock | undefined, { input }: JsonRecord): ReplyEvent[] {
  if (open?.block.kind !== 'tool-call') throw new Error('A call goes on that is not open');
  const text = writeArgs(input);
  open.hasArgs ||= text !== '';
  return deltaOf(open.index, text);
}

function think(state: State, wireIndex: unknown, content: JsonRecord): ReplyEvent[] {
  const { text, signature, redactedContent } = content;
  if (typeof redactedContent === 'string') {
    const { open, events } = extend(state, wireIndex, { kind: 'reasoning', isRedacted: true }, '');
    open.redacted.push(Buffer.from(redactedContent, 'base64'));
    return events;
  }
  const { open, events } = extend(state, wireIndex, { kind: 'reasoning' }, textIn(text));
  open.signature += textIn(signature);
  return events;
}

/** More of a block, which begins with it where it is not open yet, or where another kind of block was. */
function extend(
  state: State,
  wireIndex: unknown,
  block: BlockStart,
  text: string,
): { open: OpenBlock; events: ReplyEvent[] } {
  const before = state.open.get(wireIndex);
  const events = before && isAlike(before.block, block) ? [] : openBlock(state, wireIndex, block);
  const open = state.open.get(wireIndex);
  if (!open) throw new Error('A block goes on that is not open');
  return { open, events: [...events, ...deltaOf(open.index, text)] };
}

function isAlike(one: BlockStart, other: BlockStart): boolean {
  const isRedacted = (block: BlockStart): boolean => block.kind === 'reasoning' && block.isRedacted === true;
  return one.kind === other.kind && isRedacted(one) === isRedacted(other);
}

function endBlock(state: State, wireIndex: unknown): ReplyEvent[] {
  const open = state.open.get(wireIndex);
  state.open.delete(wireIndex);
  if (!open) return [];
  const { index, block, redacted } = open;
  const signature = redacted.length > 0 ? Buffer.concat(redacted).toString('base64') : open.signature;
  return [
    // For a tool without arguments nothing comes at all.
    ...(block.kind === 'tool-call' && !open.hasArgs ? deltaOf(index, '{}') : []),
    ...(signature === '' ? [] : [{ kind: 'block-seal' as const, index, seal: sealOf(signature) }]),
    { kind: 'block-end', index },
  ];
}

/** Counts come after the reason: the answer ends with them. */
function stopMessage(state: State, { stopReason }: JsonRecord): ReplyEvent[] {
  state.stop = { reason: stopReason };
  return state.hasUsage ? endMessage(state) : [];
}

function readMetadata(state: State, metadata: JsonRecord): ReplyEvent[] {
  const usage = decodeUsage(metadata.usage);
  state.hasUsage = true;
  const counted: ReplyEvent[] = usage ? [{ kind: 'usage', usage }] : [];
  return state.stop ? [...counted, ...endMessage(state)] : counted;
}

function endMessage(state: State): ReplyEvent[] {
  const ended = [...state.open.keys()].flatMap((index) => endBlock(state, index));
  state.isOver = true;
  return [...ended, { kind: 'reply-end', ending: readEnding(state.stop?.reason, state.hasCalls) }];
}

function deltaOf(index: number, text: string): ReplyEvent[] {
  return text === '' ? [] : [{ kind: 'block-delta', index, text }];
}
