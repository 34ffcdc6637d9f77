/**
 * Chunks of a stream are whole answers that each hold a piece: parts of one kind behind each other are one block, a
 * part with a signature ends its block, calls come whole, counts replace those before them.
 */
import type { AssistantBlock } from '../../canon/blocks.ts';
import type { Ending } from '../../canon/ending.ts';
import type { BlockStart, ReplyEvent } from '../../canon/events.ts';
import { withServiceTier } from '../../canon/service-tier.ts';
import { unfoldReply } from '../../canon/unfold.ts';
import { type Usage, withToolCalls } from '../../canon/usage.ts';
import { nonEmptyText } from '../../json/non-empty-text.ts';
import { parseJson } from '../../json/parse.ts';
import { isRecord, type JsonRecord } from '../../json/read.ts';
import { saidError } from '../../json/said-error.ts';
import type { Ids, StreamDecoder } from '../codec.ts';
import { decodePart } from './decode-blocks.ts';
import { decodeEnding, stopsWhileItSpeaks } from './endings.ts';
import { decodeUsage, readTierWord } from './usage.ts';
import { readFault } from './wire/error-frame.ts';
import { countSearches, type Searches } from './wire/grounding.ts';
import { isBlocked } from './wire/is-blocked.ts';

export function createStreamDecoder(ids: Ids): StreamDecoder {
  const reader = createChunkReader(ids);
  const end = (): ReplyEvent[] => reader.end(undefined);
  return {
    push(data) {
      if (data.trim() !== '[DONE]') return reader.read(parseJson(data));
      // LiteLLM ends it as chat completions do.
      const events = end();
      if (!reader.isOver()) throw new Error('The upstream marks an end without a reason');
      return events;
    },
    end,
  };
}

export interface ChunkReader {
  /** Throws when the chunk is none. */
  read(chunk: unknown): ReplyEvent[];
  /** What was held back; `missing` stands for an ending that did not come. */
  end(missing: Ending | undefined): ReplyEvent[];
  isOver(): boolean;
}

interface State {
  ids: Ids;
  phase: 'before' | 'within' | 'over';
  /** The block that the next part may belong to. */
  open: { index: number; kind: 'text' | 'reasoning' } | undefined;
  begun: number;
  calls: number;
  finishReason: string | undefined;
  /** A candidate has come. */
  hasContent: boolean;
  /** A reason was given with the first thing that was said. */
  isEndUnsure: boolean;
  /** The last word for the service tier. */
  servedAt: string | undefined;
  searches: Searches;
}

export function createChunkReader(ids: Ids): ChunkReader {
  const state: State = {
    ids,
    phase: 'before',
    open: undefined,
    begun: 0,
    calls: 0,
    finishReason: undefined,
    hasContent: false,
    isEndUnsure: false,
    servedAt: undefined,
    searches: countSearches(),
  };
  return {
    read: (chunk) => (state.phase === 'over' ? [] : readChunk(state, checkChunk(chunk))),
    end(missing) {
      if (state.phase !== 'within') return [];
      const ending = state.finishReason ? decodeEnding(state.finishReason, state.calls > 0) : missing;
      return ending ? endReply(state, ending) : [];
    },
    isOver: () => state.phase === 'over',
  };
}

function endReply(state: State, ending: Ending): ReplyEvent[] {
  state.phase = 'over';
  return [...closeBlock(state), { kind: 'reply-end', ending }];
}

const knownMembers = ['candidates', 'promptFeedback', 'usageMetadata', 'error'];

function checkChunk(chunk: unknown): JsonRecord {
  if (isRecord(chunk) && knownMembers.some((name) => name in chunk)) return chunk;
  throw new Error('The answer holds nothing that generateContent answers with');
}

function readChunk(state: State, chunk: JsonRecord): ReplyEvent[] {
  const events: ReplyEvent[] = [];
  if (state.phase === 'before') events.push({ kind: 'reply-start' });
  state.phase = 'within';
  if (saidError(chunk.error)) {
    state.phase = 'over';
    return [...events, { kind: 'fault', fault: readFault(chunk.error) }];
  }
  state.servedAt = readTierWord(chunk.usageMetadata) ?? state.servedAt;
  const counts = withServiceTier(decodeUsage(chunk.usageMetadata), state.servedAt);
  // Messages state it where they begin, and some clients read it nowhere else.
  if (counts && !state.hasContent) events.push({ kind: 'usage', usage: inputAlone(counts) });
  const [candidate] = Array.isArray(chunk.candidates) ? chunk.candidates : [];
  if (isRecord(candidate)) events.push(...readCandidate(state, candidate));
  if (isBlocked(chunk.promptFeedback) && !isRecord(candidate)) state.finishReason ??= 'SAFETY';
  state.searches.see(chunk.candidates, chunk.modelVersion);
  const usage = withToolCalls(counts, state.searches.toolCalls());
  if (usage) events.push({ kind: 'usage', usage });
  // The last chunk brings both; the connection may stay.
  if (counts && state.finishReason && !state.isEndUnsure)
    events.push(...endReply(state, decodeEnding(state.finishReason, state.calls > 0)));
  return events;
}

function inputAlone(usage: Usage): Usage {
  return { ...usage, outputVisible: 0, outputAudio: 0, outputReasoning: 0 };
}

function readCandidate(state: State, candidate: JsonRecord): ReplyEvent[] {
  const { content, finishReason } = candidate;
  state.isEndUnsure ||= !state.hasContent && stopsWhileItSpeaks(candidate);
  state.hasContent = true;
  state.finishReason = nonEmptyText(finishReason) ?? state.finishReason;
  const parts = isRecord(content) && Array.isArray(content.parts) ? content.parts : [];
  return parts.filter(isRecord).flatMap((part) => {
    const block = decodePart(part, () => `call_${state.ids.requestId.replaceAll('-', '')}_${state.calls}`);
    return block ? addBlock(state, block) : [];
  });
}

function addBlock(state: State, block: AssistantBlock): ReplyEvent[] {
  if (block.kind === 'text' || (block.kind === 'reasoning' && !block.isRedacted))
    return addText(state, block);
  if (block.kind === 'tool-call') state.calls += 1;
  const index = state.begun;
  state.begun += 1;
  const [, ...events] = unfoldReply({ blocks: [block] });
  return [...closeBlock(state), ...events.map((event) => ('index' in event ? { ...event, index } : event))];
}

function addText(state: State, block: Extract<AssistantBlock, { kind: 'text' | 'reasoning' }>): ReplyEvent[] {
  const { kind, text, seal } = block;
  const events = state.open?.kind === kind ? [] : [...closeBlock(state), ...openBlock(state, { kind })];
  const index = state.begun - 1;
  if (text !== '') events.push({ kind: 'block-delta', index, text });
  if (seal) events.push({ kind: 'block-seal', index, seal }, ...closeBlock(state));
  return events;
}

function openBlock(state: State, block: Extract<BlockStart, { kind: 'text' | 'reasoning' }>): ReplyEvent[] {
  const index = state.begun;
  state.begun += 1;
  state.open = { index, kind: block.kind };
  return [{ kind: 'block-start', index, block }];
}

function closeBlock(state: State): ReplyEvent[] {
  const { open } = state;
  state.open = undefined;
  return open ? [{ kind: 'block-end', index: open.index }] : [];
}
