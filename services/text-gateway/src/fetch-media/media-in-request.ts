import type { FileBlock, ImageBlock, ResultBlock, Source, UserBlock } from '../canon/blocks.ts';
import type { CanonRequest } from '../canon/request.ts';

export type MediaBlock = ImageBlock | FileBlock;

/** Images and files in their order, those within results of tools included. */
export function mediaOf({ turns }: CanonRequest): MediaBlock[] {
  const media: MediaBlock[] = [];
  const add = (block: UserBlock): void => {
    if (block.kind === 'image' || block.kind === 'file') media.push(block);
    else if (block.kind === 'tool-result') block.blocks.forEach(add);
  };
  for (const turn of turns) if (turn.from === 'user') turn.blocks.forEach(add);
  return media;
}

/** The request with other sources of some of its media. */
export function withSources(request: CanonRequest, sources: ReadonlyMap<MediaBlock, Source>): CanonRequest {
  const replace = <T extends ResultBlock>(block: T): T => {
    const source = block.kind === 'text' ? undefined : sources.get(block);
    return source ? { ...block, source } : block;
  };
  const turns = request.turns.map((turn) => {
    if (turn.from !== 'user') return turn;
    const blocks = turn.blocks.map((block): UserBlock => {
      if (block.kind === 'tool-result') return { ...block, blocks: block.blocks.map(replace) };
      return block.kind === 'image' || block.kind === 'file' ? replace(block) : block;
    });
    return { ...turn, blocks };
  });
  return { ...request, turns };
}
