import type { CacheMark } from '../blocks.ts';
import type { Losses } from '../losses.ts';
import type { CanonRequest } from '../request.ts';
import { hasMarks } from './bound-marks.ts';
import { markLast } from './mark-last.ts';

const cache: CacheMark = { ttl: '5m' };

/** The last one is where the next request goes on from; what the last request had marked is found at the one before it. */
const markedTurns = 2;

/**
 * The request as vendors take it that keep prompts by marks alone. Whoever names a prompt (`prompt_cache_key`) and marks nothing
 * wants it kept, as OpenAI does by itself: it is marked behind what the model is told, and behind the last things that the user says.
 * Not so for a client that wants no marks of OpenAI's either: writing costs something.
 */
export function markPrompt(request: CanonRequest, losses: Losses): CanonRequest {
  const { promptCacheKey, promptCacheOptions } = request;
  const isLeftAlone = promptCacheOptions?.mode === 'explicit';
  if (promptCacheKey === undefined || isLeftAlone || hasMarks(request)) return request;
  losses.approximate('promptCacheKey');
  const users = request.turns.filter(({ from }) => from === 'user');
  const marked = new Set(users.slice(-markedTurns));
  return {
    ...request,
    promptCacheKey: undefined,
    instructions: markLast(request.instructions, cache),
    turns: request.turns.map((turn) =>
      turn.from === 'user' && marked.has(turn) ? { ...turn, blocks: markLast(turn.blocks, cache) } : turn,
    ),
  };
}
