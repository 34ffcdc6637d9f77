import { readCount } from '../canon/usage.ts';
import { tokensPerMadeImage } from '../counting/tally.ts';
import { isRecord, recordsIn } from '../json/read.ts';

/** Output tokens of images, as `usageMetadata` tells them apart; otherwise what so many images count for. */
export function readImageTokens(usageMetadata: unknown, images: number): number {
  const details = recordsIn(isRecord(usageMetadata) ? usageMetadata.candidatesTokensDetails : undefined);
  const detail = details.find(({ modality }) => modality === 'IMAGE');
  return readCount(detail?.tokenCount) ?? images * tokensPerMadeImage;
}
