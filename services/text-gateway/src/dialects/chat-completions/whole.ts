import { readServedAt, withServiceTier } from '../../canon/service-tier.ts';
import { saidError } from '../../json/said-error.ts';
import { readScanned } from '../../json/scan-body.ts';
import { scanLeniently } from '../../json/scan-leniently.ts';
import { type Edits, splice } from '../../json/splice.ts';
import type { WholeAnswer } from '../passage.ts';
import { failedEnd, hasFailed, mayHaveFailed } from './endings.ts';
import { readFlatError } from './reply/find-fault.ts';
import { decodeUsage } from './usage.ts';

/** Throws when the bytes are not a chat completion. */
export function readWhole(came: Buffer, model: string | undefined): WholeAnswer {
  const { bytes, scanned } = scanLeniently(came);
  const read = (name: string): unknown => readScanned(bytes, scanned, name);
  const error = (scanned.members.has('error') && saidError(read('error'))) || readFlatError(read);
  if (!error && !scanned.members.has('choices')) throw new Error('The answer has no choices');
  const failure = mayHaveFailed(bytes) && isFailed(read('choices')) ? failedEnd : undefined;
  const edits: Edits =
    model !== undefined && scanned.members.has('model')
      ? new Map([['model', JSON.stringify(model)]])
      : new Map();
  const tier = read('service_tier');
  return {
    body: splice(bytes, scanned, edits),
    usage: withServiceTier(decodeUsage(read('usage')), tier),
    servedAt: readServedAt(tier),
    error: error ?? failure,
  };
}

/** Of several answers others may be good. */
function isFailed(choices: unknown): boolean {
  return Array.isArray(choices) && choices.length === 1 && hasFailed(choices);
}
