import {
  RefundResponse_Outcome as Outcome,
  type RefundRequest,
  type RefundResponse,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { type RefundOutcome, refund } from '../book/refund.ts';
import { checkAtLeast, checkId } from './check.ts';
import type { RpcContext } from './context.ts';

const outcomes: Record<RefundOutcome['kind'], Outcome> = {
  refunded: Outcome.REFUNDED,
  'not-billed': Outcome.NOT_BILLED,
  exceeds: Outcome.EXCEEDS,
  'other-content': Outcome.OTHER_CONTENT,
};

/** Gives back part of what a request was billed, and tells the gateways whose quota it is. */
export async function answerRefund(
  { knex, announce, metrics }: RpcContext,
  request: RefundRequest,
): Promise<RefundResponse> {
  const outcome = await refund(knex, {
    id: checkId(request.id, 'id'),
    requestId: checkId(request.requestId, 'request_id'),
    units: checkAtLeast(request.units, 1n, 'units'),
  });
  if (outcome.kind === 'refunded' && outcome.isNew) {
    metrics.entries.inc({ kind: 'refund' });
    announce.quotaChanged(outcome.path);
  }
  return { outcome: outcomes[outcome.kind] };
}
