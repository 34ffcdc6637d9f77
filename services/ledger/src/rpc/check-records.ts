import { UsageFilter_Outcome as Outcome, UsageFilter } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Page } from '../views/list-usage.ts';
import { checkId, refuse } from './check.ts';

const mostOffset = 10_000;
const mostRecords = 100;
const mostOwners = 1_000;
/** What the time in a UUIDv7 can say. */
const lastMs = 2n ** 48n - 1n;

export function checkPage(sent: { beforeId: string; offset: number; limit: number }): Page {
  const { beforeId, offset, limit } = sent;
  if (offset < 0 || offset > mostOffset) refuse('offset', `The offset is 0 to ${mostOffset}.`);
  if (limit < 1 || limit > mostRecords) refuse('limit', `A page has 1 to ${mostRecords} records.`);
  return { beforeId: beforeId === '' ? '' : checkId(beforeId, 'before_id'), offset, limit };
}

export function checkTime(sent: { fromMs: bigint; untilMs: bigint }): { fromMs: bigint; untilMs: bigint } {
  const { fromMs, untilMs } = sent;
  if (fromMs < 0n || untilMs < 0n || fromMs > lastMs || untilMs > lastMs) {
    refuse('from_ms', 'The time is out of range.');
  }
  return { fromMs, untilMs };
}

export function checkFilter(sent: UsageFilter | undefined): UsageFilter {
  const filter = sent ?? UsageFilter.fromPartial({});
  const { userIds, keyIds, model, group, outcome } = filter;
  if (keyIds.length > 0 && userIds.length === 0)
    refuse('key_ids', 'Keys are named together with their users.');
  if (Math.max(keyIds.length, userIds.length) > mostOwners) {
    refuse('user_ids', `At most ${mostOwners} users and keys can be named.`);
  }
  if ([model, group].some((text) => text.includes('\0'))) refuse('model', 'A name has no such character.');
  const isKnown = outcome === Outcome.UNSPECIFIED || outcome === Outcome.SERVED || outcome === Outcome.FAILED;
  if (!isKnown) refuse('outcome', 'There is no such outcome.');
  return { ...filter, ...checkTime(filter) };
}
