import type { AssistantBlock } from '../../../canon/blocks.ts';
import type { Losses } from '../../../canon/losses.ts';
import type { Turn } from '../../../canon/request.ts';

/**
 * Turns of the assistant that end in a way that Claude takes. It refuses one that ends with a thought, as answers do that were cut
 * while the model was thinking.
 */
export function fitEnds(turns: readonly Turn[], losses: Losses): Turn[] {
  return turns.map((turn) =>
    turn.from === 'user' ? turn : { from: 'assistant', blocks: withoutLastThoughts(turn.blocks, losses) },
  );
}

function withoutLastThoughts(blocks: readonly AssistantBlock[], losses: Losses): AssistantBlock[] {
  const kept = blocks.slice(0, blocks.findLastIndex(({ kind }) => kind !== 'reasoning') + 1);
  if (kept.length < blocks.length) losses.drop('reasoning');
  return kept;
}
