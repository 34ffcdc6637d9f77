import type { FileBlock } from '../../../canon/blocks.ts';
import type { Losses } from '../../../canon/losses.ts';
import type { Turn } from '../../../canon/request.ts';
import type { ModelTraits } from '../model-traits.ts';

/**
 * Whether a model comes to see the pages of the PDFs that it is shown: it does where they may be cited from, which must hold for all
 * documents of a request or for none, and neither of results nor of other formats, nor beside a format that the answer must have.
 * Sources: Anthropic's "PDF support" and "Citations"; boto3's issues 4648 and 4726.
 */
export function seesPages(
  turns: readonly Turn[],
  hasFormat: boolean,
  { citesPdfs }: Pick<ModelTraits, 'citesPdfs'>,
  losses: Losses,
): boolean {
  const blocks = turns.flatMap((turn) => (turn.from === 'user' ? turn.blocks : []));
  const shown = blocks.filter((block) => block.kind === 'file').filter(isDocument);
  const returned = blocks.flatMap((block) => (block.kind === 'tool-result' ? block.blocks : []));
  const hasPdf = shown.some(isPdf);
  if (!hasPdf || !citesPdfs) return false;
  const canCite =
    !hasFormat && shown.every(isPdf) && !returned.some((block) => block.kind === 'file' && isDocument(block));
  if (!canCite) losses.approximate('file');
  return canCite;
}

function isDocument({ source }: FileBlock): boolean {
  return source.kind === 'stored' || !source.mediaType?.startsWith('image/');
}

function isPdf({ source }: FileBlock): boolean {
  return source.kind !== 'stored' && /^application\/pdf\b/i.test(source.mediaType ?? '');
}
