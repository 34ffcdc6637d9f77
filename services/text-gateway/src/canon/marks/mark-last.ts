import type { AssistantBlock, CacheMark, UserBlock } from '../blocks.ts';
import type { Turn } from '../request.ts';

/** The turns with a mark behind what was said last: so Anthropic reads one that stands at the request as a whole. */
export function markLastTurn(turns: readonly Turn[], cache: CacheMark): Turn[] {
  return turns.map((turn, index) => {
    if (index < turns.length - 1) return turn;
    return turn.from === 'user'
      ? { ...turn, blocks: markLast(turn.blocks, cache) }
      : { ...turn, blocks: markLast(turn.blocks, cache) };
  });
}

/** The blocks with a mark behind the last of them that can bear one. */
export function markLast<Block extends UserBlock | AssistantBlock>(
  blocks: readonly Block[],
  cache: CacheMark,
): Block[] {
  const last = blocks.findLastIndex(isMarkable);
  return blocks.map((block, index) => (index === last ? { ...block, cache } : block));
}

const markable = new Set(['file', 'image', 'tool-call', 'tool-result']);

/** Vendors take no mark at a text of nothing but white space, which is left out. */
function isMarkable(block: UserBlock | AssistantBlock): boolean {
  return block.kind === 'text' ? block.text.trim() !== '' : markable.has(block.kind);
}
