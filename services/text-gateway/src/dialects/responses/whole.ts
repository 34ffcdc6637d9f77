import { readServedAt, withServiceTier } from '../../canon/service-tier.ts';
import { withToolCalls } from '../../canon/usage.ts';
import { nonEmptyText } from '../../json/non-empty-text.ts';
import { elementsIn, memberBytes } from '../../json/parts.ts';
import { saidError } from '../../json/said-error.ts';
import { readScanned } from '../../json/scan-body.ts';
import { scanLeniently } from '../../json/scan-leniently.ts';
import { splice } from '../../json/splice.ts';
import type { WholeAnswer } from '../passage.ts';
import { decodeUsage } from './usage.ts';
import { failureOf, responseEdits } from './wire/rewrite.ts';
import { countToolCalls, mayHoldToolCalls, readPricedItem } from './wire/tool-calls.ts';

/** Throws when the bytes are no Response object. */
export function readWhole(came: Buffer, model: string | undefined): WholeAnswer {
  const { bytes, scanned } = scanLeniently(came);
  const read = (name: string): unknown => readScanned(bytes, scanned, name);
  const error = saidError(read('error'));
  const status = read('status');
  if (!scanned.members.has('output') && error === undefined) throw new Error('The answer has no output');
  if (status === 'queued' || status === 'in_progress') throw new Error('The answer is not there yet');
  const items = mayHoldToolCalls(bytes) ? elementsIn(memberBytes(bytes, scanned, 'output')) : [];
  const toolCalls = countToolCalls(items.map(readPricedItem), read('tool_usage'));
  const tier = read('service_tier');
  return {
    body: splice(bytes, scanned, responseEdits(bytes, scanned, model)),
    answerId: nonEmptyText(read('id')),
    usage: withServiceTier(withToolCalls(decodeUsage(read('usage')), toolCalls), tier),
    servedAt: readServedAt(tier),
    error: failureOf(status, error) ?? (status === undefined ? error : undefined),
  };
}
