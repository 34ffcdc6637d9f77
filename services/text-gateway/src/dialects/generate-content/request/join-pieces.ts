import type { AssistantBlock } from '../../../canon/blocks.ts';

/**
 * The SDK keeps a streamed answer as the pieces in which it came, the signature in a piece of its own, and sends them
 * back so. Pieces of one kind behind each other are one block again, up to a seal.
 */
export function joinPieces(blocks: readonly AssistantBlock[]): AssistantBlock[] {
  const joined: AssistantBlock[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const isOpen = last && (last.kind === 'text' || last.kind === 'reasoning') && !last.seal;
    const isPiece = block.kind === 'text' || (block.kind === 'reasoning' && !block.isRedacted);
    if (isOpen && isPiece && last.kind === block.kind) {
      joined[joined.length - 1] = { ...block, text: last.text + block.text };
    } else joined.push(block);
  }
  return joined;
}
