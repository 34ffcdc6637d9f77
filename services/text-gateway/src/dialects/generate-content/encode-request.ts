import type { Losses } from '../../canon/losses.ts';
import type { CanonRequest, Turn } from '../../canon/request.ts';
import { withOwnCallIds } from '../../canon/tools/call-ids.ts';
import { toolNames } from '../../canon/turns.ts';
import { compact, type JsonRecord } from '../../json/read.ts';
import type { Target } from '../codec.ts';
import { type Calls, encodeAssistantParts, encodeUserParts } from './encode-blocks.ts';
import { type ModelTraits, traitsOf } from './model-traits.ts';
import { fitFormat } from './request/fit-format.ts';
import { encodeGenerationConfig } from './request/generation-config.ts';
import { encodeThinking } from './request/thinking.ts';
import { encodeTools } from './request/tools.ts';

export function encodeRequest(asked: CanonRequest, target: Target, losses: Losses): JsonRecord {
  const traits = traitsOf(target);
  const request = fitFormat(asked, traits, losses);
  const thinkingConfig = encodeThinking(request.reasoning, traits.thinking, losses);
  const config = compact({
    ...encodeGenerationConfig(request, traits, losses),
    responseModalities: request.modalities?.map((modality) => modality.toUpperCase()),
    thinkingConfig,
  });
  dropOptions(request, losses);
  return {
    ...encodeConversation(request, traits, losses),
    ...encodeTools(request, traits, losses),
    ...(Object.keys(config).length > 0 && { generationConfig: config }),
    ...ownMembers(request),
  };
}

function dropOptions(request: CanonRequest, losses: Losses): void {
  for (const name of [
    'verbosity',
    'endUser',
    'promptCacheKey',
    'promptCacheOptions',
    'serviceTier',
  ] as const) {
    if (request[name] !== undefined) losses.drop(name);
  }
  if (request.parallelToolCalls === false) losses.drop('parallelToolCalls');
  for (const name of Object.keys(request.extras)) if (!own.has(name)) losses.drop(name);
}

/** What no other dialect has, of a client of this one whose request could not pass as it came. */
const own = new Set(['safetySettings']);

function ownMembers({ extras }: CanonRequest): JsonRecord {
  return Object.fromEntries(Object.entries(extras).filter(([name]) => own.has(name)));
}

function encodeConversation(request: CanonRequest, traits: ModelTraits, losses: Losses): JsonRecord {
  if (request.instructions.some(({ cache }) => cache)) losses.drop('cache');
  const instructions = request.instructions.flatMap(({ text }) => (text === '' ? [] : [{ text }]));
  const turns = withOwnCallIds(request.turns);
  const calls: Calls = new Map([...toolNames(turns)].map(([id, name], place) => [id, { name, place }]));
  const contents = turns.flatMap((turn) => encodeTurn(turn, calls, traits, losses));
  // The vendor wants someone to have said something.
  if (contents.length === 0) return { contents: [{ role: 'user', parts: instructions }] };
  return {
    contents,
    ...(instructions.length > 0 && { systemInstruction: { parts: instructions } }),
  };
}

function encodeTurn(turn: Turn, calls: Calls, traits: ModelTraits, losses: Losses): JsonRecord[] {
  const isUser = turn.from === 'user';
  const parts = isUser
    ? encodeUserParts(turn.blocks, calls, traits, losses)
    : encodeAssistantParts(turn.blocks, traits, losses);
  return parts.length > 0 ? [{ role: isUser ? 'user' : 'model', parts }] : [];
}
