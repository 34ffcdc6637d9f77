import type { Bill, ExplainBillResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { call } from '@headgate/runtime/rpc/client';
import type { Context } from '../../context.ts';
import { answerJson } from '../../exchange/answer.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { RecordScope } from '../../routes/route.ts';
import { refuseRecords, uuid } from './asked.ts';
import { userOf } from './owner.ts';
import { serviceTierOf } from './service-tier.ts';

/** Serves how a request's bill came about; what belongs to somebody else looks like nothing to users. */
export async function forwardToBill(
  { ledger }: Context,
  exchange: Exchange,
  { scope }: { scope: RecordScope },
): Promise<void> {
  const requestId = String(exchange.request.params.request_id);
  if (!uuid.test(requestId)) refuseRecords('This is no id of a request.');
  const { bill, parked } = await call(ledger, ledger.explainBill, { requestId });
  const isVisible = scope === 'all' || bill?.path.includes(`user:${userOf(exchange).id}`);
  const data = toView({ bill: isVisible ? bill : undefined, parked: scope === 'all' ? parked : [] }, scope);
  answerJson(exchange, 200, { success: true, message: '', data });
}

function toView({ bill, parked }: Pick<ExplainBillResponse, 'bill' | 'parked'>, scope: RecordScope) {
  if (!bill && parked.length === 0) refuseRecords('Nothing is booked for this request, or not yet.');
  return {
    bill: bill ? billView(bill, scope) : null,
    ...(scope === 'all' && { parked }),
  };
}

/** Decimals are text: they are exact. Who serves a request is the administrators' to know. */
function billView(bill: Bill, scope: RecordScope) {
  const { request, derivation } = bill;
  return {
    request_id: bill.requestId,
    kind: bill.kind,
    quota: Number(bill.amount),
    overrun: Number(bill.overrun),
    late: bill.late,
    price_version: Number(bill.priceVersion),
    booked_at: Math.floor(Number(bill.bookedAtMs) / 1_000),
    refunds: bill.refunds.map(({ id, units, bookedAtMs }) => ({
      id,
      quota: Number(units),
      booked_at: Math.floor(Number(bookedAtMs) / 1_000),
    })),
    request: request
      ? {
          model_name: request.model,
          group: request.group,
          token_id: Number(request.keyId),
          usage_source: request.usageSource,
          service_tier: serviceTierOf(request.priceModel),
          ending: request.ending,
          status: request.status,
          is_stream: request.stream,
          reserved: Number(request.reserved),
          started_at: Math.floor(Number(request.startedAtMs) / 1_000),
          duration_ms: request.durationMs,
          ...(scope === 'all' && {
            channel: Number(request.channelId),
            price_model: request.priceModel,
            attempts: request.attempts,
          }),
        }
      : null,
    derivation: derivation
      ? {
          unpriced: derivation.unpriced,
          input_tokens: Number(derivation.inputTokens),
          tiers: derivation.tiers.map(Number),
          tier: Number(derivation.tier),
          ratio: derivation.ratio,
          ratio_of_model: derivation.ratioOfModel,
          lines: derivation.lines.map(({ quantity, rate, usd }) => ({
            what: rate?.what ?? '',
            variant: rate?.variant ?? '',
            quantity: Number(quantity),
            rate_usd: rate?.usd ?? '',
            per: Number(rate?.per ?? 1n),
            usd,
          })),
          sum_usd: derivation.sumUsd,
          exact_quota: derivation.exactUnits,
          quota: Number(derivation.units),
        }
      : null,
  };
}
