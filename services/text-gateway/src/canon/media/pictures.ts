import type { AssistantBlock, ImageBlock, PictureBlock } from '../blocks.ts';
import type { Losses } from '../losses.ts';
import type { Turn } from '../request.ts';

/**
 * A conversation for an upstream whose model says no pictures: those that another one made are shown to it with what the user
 * says next, behind the results of tools. One that nobody says anything about is dropped.
 */
export function showPictures(turns: readonly Turn[], losses: Losses): readonly Turn[] {
  if (!turns.some((turn) => turn.from === 'assistant' && turn.blocks.some(isPicture))) return turns;
  let shown: ImageBlock[] = [];
  const written = turns.map((turn): Turn => {
    if (turn.from === 'assistant') {
      shown.push(...turn.blocks.filter(isPicture).map(toImage));
      return { from: 'assistant', blocks: turn.blocks.filter((block) => !isPicture(block)) };
    }
    if (shown.length === 0) return turn;
    losses.approximate('images');
    const results = turn.blocks.filter(({ kind }) => kind === 'tool-result');
    const said = turn.blocks.filter(({ kind }) => kind !== 'tool-result');
    const blocks = [...results, ...shown, ...said];
    shown = [];
    return { from: 'user', blocks };
  });
  if (shown.length > 0) losses.drop('images');
  return written;
}

function isPicture(block: AssistantBlock): block is PictureBlock {
  return block.kind === 'picture';
}

function toImage({ mediaType, base64 }: PictureBlock): ImageBlock {
  return { kind: 'image', source: { kind: 'bytes', mediaType, base64 } };
}
