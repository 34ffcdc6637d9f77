import {
  Derivation,
  type ExplainBillRequest,
  type ExplainBillResponse,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { findWaiting } from '../parked/find-parked.ts';
import { derive } from '../pricing/derive.ts';
import { findBilledEntry, findBilledRequest, findParts, findRefunds } from '../views/find-bill.ts';
import { checkId } from './check.ts';
import type { RpcContext } from './context.ts';

/** How what a request was billed came about: what is booked, and the same worked out anew; and what is billed within it. */
export async function answerExplainBill(
  { knex, books }: RpcContext,
  request: ExplainBillRequest,
): Promise<ExplainBillResponse> {
  const requestId = checkId(request.requestId, 'request_id');
  const [entry, billed, refunds, waiting, within] = await Promise.all([
    findBilledEntry(knex, requestId),
    findBilledRequest(knex, requestId),
    findRefunds(knex, requestId),
    findWaiting(knex, requestId),
    findParts(knex, requestId),
  ]);
  const parked = waiting.map(({ reason }) => reason);
  if (!entry) return { parked, ...within };
  const priceVersion = entry.priceVersion ?? 0n;
  // The house pays for what it interrupted, whatever was used.
  const derivation =
    entry.kind === 'interrupted'
      ? Derivation.fromPartial({ ratio: '0', exactUnits: '0', sumUsd: '0' })
      : billed && derive(billed.usage, billed.request, await books.at(knex, priceVersion));
  const bill = { ...entry, requestId, priceVersion, refunds, request: billed?.request, derivation };
  return { bill, parked, ...within };
}
