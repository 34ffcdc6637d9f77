import { withToolCalls } from '../../canon/usage.ts';
import { saidError } from '../../json/said-error.ts';
import { readScanned } from '../../json/scan-body.ts';
import { scanLeniently } from '../../json/scan-leniently.ts';
import { splice } from '../../json/splice.ts';
import type { WholeAnswer } from '../passage.ts';
import { decodeUsage, readTierWord } from './usage.ts';
import { countSearches, mayBeGrounded } from './wire/grounding.ts';
import { versionEdits } from './wire/rewrite.ts';

/** Throws when the bytes are no answer. */
export function readWhole(came: Buffer, model: string | undefined): WholeAnswer {
  const { bytes, scanned } = scanLeniently(came);
  const read = (name: string): unknown => readScanned(bytes, scanned, name);
  const error = saidError(read('error'));
  const metadata = read('usageMetadata');
  const counts = decodeUsage(metadata);
  // One that thought up to its bound may say nothing, and counts what that took.
  const isAnswer = scanned.members.has('candidates') || scanned.members.has('promptFeedback') || counts;
  if (error === undefined && !isAnswer) throw new Error('The answer has no candidates');
  const searches = countSearches();
  if (mayBeGrounded(bytes)) searches.see(read('candidates'), read('modelVersion'));
  return {
    body: splice(bytes, scanned, versionEdits(scanned, model)),
    usage: withToolCalls(counts, searches.toolCalls()),
    servedAt: readTierWord(metadata),
    error,
  };
}
