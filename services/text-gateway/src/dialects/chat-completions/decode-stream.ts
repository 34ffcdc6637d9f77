/** Reads a streamed answer. Texts follow one another; tool calls, told apart by `index`, may grow side by side. */
import type { ReplyEvent } from '../../canon/events.ts';
import { readServedAt, withServiceTier } from '../../canon/service-tier.ts';
import { inputOf, outputOf } from '../../canon/usage.ts';
import { parseJson } from '../../json/parse.ts';
import { isRecord, type JsonRecord } from '../../json/read.ts';
import type { Ids, StreamDecoder } from '../codec.ts';
import { decodeEnding, failedEnd, isFailedWord, readStopSequence } from './endings.ts';
import { type Blocks, beginBlocks } from './reply/blocks.ts';
import { findFault } from './reply/find-fault.ts';
import { readImages } from './reply/images.ts';
import { reasoningOf, textOf } from './reply/texts.ts';
import { findChunkUsage } from './usage.ts';

interface State {
  blocks: Blocks;
  phase: 'before' | 'within' | 'over';
  /** Why the answer ended, as soon as it is known. */
  finish: string | undefined;
  stopSequence: string | undefined;
  hasChosen: boolean;
  hasDeltas: boolean;
  hasSpoken: boolean;
  hasCounts: boolean;
  /** It was named with the first chunk, or the first thing that was said: some name one on every chunk. */
  isFinishUnsure: boolean;
  /** The last word for the service tier. */
  servedAt: string | undefined;
}

/** In the order in which the parts of a delta are meant. */
const deltaReaders: readonly ((blocks: Blocks, delta: JsonRecord) => ReplyEvent[])[] = [
  (blocks, delta) => blocks.say('reasoning', reasoningOf(delta)),
  (blocks, delta) => blocks.say('text', textOf(delta.content)),
  (blocks, delta) => readImages(delta).flatMap(blocks.show),
  (blocks, delta) => blocks.say('refusal', textOf(delta.refusal)),
  (blocks, { tool_calls: calls }) => (Array.isArray(calls) ? calls.flatMap(blocks.call) : []),
  (blocks, { function_call: call }) => (isRecord(call) ? blocks.call({ index: 0, function: call }) : []),
];

export function createStreamDecoder(ids: Ids): StreamDecoder {
  const state: State = {
    blocks: beginBlocks(ids),
    phase: 'before',
    finish: undefined,
    stopSequence: undefined,
    hasChosen: false,
    hasDeltas: false,
    hasSpoken: false,
    hasCounts: false,
    isFinishUnsure: false,
    servedAt: undefined,
  };
  return {
    push(data) {
      if (state.phase === 'over') return [];
      if (data.trim() === '[DONE]') return end(state);
      const chunk: unknown = parseJson(data);
      if (!isRecord(chunk)) throw new Error('A chunk is not a JSON object');
      return readChunk(state, chunk);
    },
    end: () => (state.finish === undefined ? [] : end(state)),
    servedAt: () => state.servedAt,
  };
}

function end(state: State): ReplyEvent[] {
  if (state.phase === 'over') return [];
  state.phase = 'over';
  // So proxies end what failed behind them: the mark by itself makes no answer, and some keep the connection behind it.
  if (state.finish === undefined && !state.hasSpoken && !state.hasCounts)
    return [{ kind: 'fault', fault: { message: 'The upstream ended its answer before it said anything.' } }];
  if (isFailedWord(state.finish)) return [{ kind: 'fault', fault: failedEnd }];
  if (state.blocks.hasNameless()) return [{ kind: 'fault', fault: { message: 'A tool call has no name.' } }];
  const ending = decodeEnding(state.finish, state.blocks.hasCalls(), state.stopSequence);
  return [...state.blocks.end(), { kind: 'reply-end', ending }];
}

function readChunk(state: State, chunk: JsonRecord): ReplyEvent[] {
  const fault = findFault(chunk);
  if (fault) {
    state.phase = 'over';
    return [{ kind: 'fault', fault }];
  }
  const { choices } = chunk;
  const start: ReplyEvent[] = state.phase === 'before' ? [{ kind: 'reply-start' }] : [];
  state.phase = 'within';
  state.servedAt = readServedAt(chunk.service_tier) ?? state.servedAt;
  const counts = withServiceTier(findChunkUsage(chunk), state.servedAt);
  // Some write zeros on every chunk but the one behind the end.
  const isCounted = counts !== undefined && inputOf(counts) + outputOf(counts) > 0;
  state.hasCounts ||= isCounted;
  return [
    ...start,
    ...(Array.isArray(choices) ? choices.flatMap((choice) => readChoice(state, choice)) : []),
    ...(counts ? [{ kind: 'usage' as const, usage: counts }] : []),
    // Counts with the reason or behind it are the last: whoever waits for [DONE] waits for some upstreams' connection.
    ...(isCounted && state.finish !== undefined && !state.isFinishUnsure ? end(state) : []),
  ];
}

function readChoice(state: State, choice: unknown): ReplyEvent[] {
  // Nobody asked for further choices.
  if (!isRecord(choice) || !isFirst(choice.index ?? 0)) return [];
  const { message, finish_reason: finish } = choice;
  state.hasDeltas ||= isRecord(choice.delta);
  // Servers that were made at home stream messages; behind deltas one is the whole once more.
  const delta = state.hasDeltas ? choice.delta : message;
  const events = isRecord(delta) ? deltaReaders.flatMap((read) => read(state.blocks, delta)) : [];
  if (typeof finish === 'string' && finish !== '') {
    state.finish = finish;
    state.stopSequence = readStopSequence(choice);
    state.isFinishUnsure ||= !state.hasChosen || (!state.hasSpoken && events.length > 0);
  }
  state.hasChosen = true;
  state.hasSpoken ||= events.length > 0;
  return events;
}

/** Some write it as a text. */
function isFirst(index: unknown): boolean {
  return index === 0 || index === '0';
}
