import type { AssistantBlock } from '../../../canon/blocks.ts';
import type { Losses } from '../../../canon/losses.ts';
import type { Turn } from '../../../canon/request.ts';

/**
 * Turns of the assistant that end in a way that Claude takes. It refuses one that ends with a thought, as answers do that were cut
 * while the model was thinking, and words to go on from that end with white space.
 */
export function fitEnds(turns: readonly Turn[], losses: Losses): Turn[] {
  return turns.map((turn, place) => {
    if (turn.from === 'user') return turn;
    const blocks = withoutLastThoughts(turn.blocks, losses);
    return { from: 'assistant', blocks: place === turns.length - 1 ? trimLast(blocks, losses) : blocks };
  });
}

function withoutLastThoughts(blocks: readonly AssistantBlock[], losses: Losses): AssistantBlock[] {
  const kept = blocks.slice(0, blocks.findLastIndex(({ kind }) => kind !== 'reasoning') + 1);
  if (kept.length < blocks.length) losses.drop('reasoning');
  return kept;
}

function trimLast(blocks: readonly AssistantBlock[], losses: Losses): AssistantBlock[] {
  const last = blocks.at(-1);
  if (last?.kind !== 'text' && last?.kind !== 'refusal') return [...blocks];
  const text = last.text.trimEnd();
  if (text !== last.text) losses.approximate('messages');
  return [...blocks.slice(0, -1), { ...last, text }];
}
