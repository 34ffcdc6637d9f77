import type { Block } from './read-blocks.ts';
import type { Turn } from './read-messages.ts';
import { invalid, type VendorError } from './vendor-error.ts';

/** What the vendor takes of citations: all documents or none, PDFs alone (of texts it makes broken PDFs), and no results. */
export function checkCitations(turns: readonly Turn[]): VendorError | null {
  const blocks = turns.flatMap((turn) => turn.blocks);
  const returned = blocks.flatMap((block) => (block.type === 'toolResult' ? block.blocks : []));
  if (documentsIn(returned).some(({ isCited }) => isCited))
    return invalid('Citations are not supported in tool result documents.');
  const shown = documentsIn(blocks);
  const cited = shown.filter(({ isCited }) => isCited);
  if (cited.some(({ format }) => format !== 'pdf'))
    return invalid(`${said}messages.0.content.1.image.source.bytes: The PDF specified was not valid.`);
  const isMixed = cited.length > 0 && cited.length < shown.length + documentsIn(returned).length;
  return isMixed ? invalid(`${said}citations must be enabled for all documents or none.`) : null;
}

/** A document of which only the text is taken out may not be marked for the cache. */
export function checkMarks(turns: readonly Turn[]): VendorError | null {
  for (const [turn, { blocks }] of turns.entries())
    for (const [index, { type }] of blocks.entries()) {
      const before = blocks[index - 1];
      if (type === 'cachePoint' && before?.type === 'document' && before.format !== 'pdf')
        return invalid(`${said}messages.${turn}.content.${index}.type: Field required`);
    }
  return null;
}

const said = 'The model returned the following errors: ';

function documentsIn(blocks: readonly Block[]) {
  return blocks.filter((block) => block.type === 'document');
}
