import type {
  Bill,
  BilledRequest,
  BillLine,
  BillRate,
  Derivation,
  ExplainBillResponse,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { sayEnding, saySource, sayWhat } from './words.ts';

/** Units in one US dollar. */
const unitsPerUsd = 500_000n;

/** A bill for people, line by line. */
export function sayBill(id: string, explained: ExplainBillResponse): string {
  const { bill, parked } = explained;
  const parts = sayParts(explained);
  const waiting = parked.map(
    (reason) => `a close of this request is parked (${reason}): nothing of it is booked, a person must look`,
  );
  const around = [...parts, ...waiting];
  if (!bill)
    return [`request ${id}`, ...(around.length > 0 ? around : ['nothing is booked for it'])].join('\n');
  return [
    `request ${bill.requestId}`,
    ...(bill.request ? sayRequest(bill.request) : ['its usage is no longer in the log']),
    ...(bill.partOf === '' ? [] : [`part of    session ${bill.partOf}`]),
    `paid by    ${bill.path.join(', ')}`,
    `booked     ${sayTime(bill.bookedAtMs)}${bill.late ? ', after its run had been released' : ''}`,
    '',
    ...sayDerivation(bill),
    ...around,
  ].join('\n');
}

/** What has bills of its own. */
function sayParts({ parts, partCount, partUnits }: ExplainBillResponse): string[] {
  if (partCount === 0n) return [];
  const left = partCount - BigInt(parts.length);
  return [
    `parts      ${partCount} with bills of their own, ${partUnits} units together`,
    ...parts.map(
      ({ requestId, units, bookedAtMs }) => `  ${requestId} ${units} units at ${sayTime(bookedAtMs)}`,
    ),
    ...(left > 0n ? [`  and ${left} more`] : []),
  ];
}

function sayRequest(request: BilledRequest): string[] {
  const { model, priceModel, stream, attempts, reserved, consumed } = request;
  const billedAs = priceModel === model ? '' : `, billed as ${priceModel}`;
  const channel = request.channelId === 0n ? 'no channel' : `channel ${request.channelId}`;
  return [
    `who        key ${request.keyId} of user ${request.userId}, group ${request.group}`,
    `what       ${model}${billedAs}, ${stream ? 'streamed' : 'whole'}, ${channel}, attempts: ${attempts}`,
    `when       ${sayTime(request.startedAtMs)}, ${request.durationMs} ms`,
    `ended      ${sayEnding(request)}`,
    `usage      ${saySource(request.usageSource)}`,
    `reserved   ${reserved === 0n ? 'nothing: no purse of it is limited' : `${reserved} units, of which it used up ${consumed}`}`,
  ];
}

function sayDerivation(bill: Bill): string[] {
  const { kind, amount, derivation } = bill;
  if (kind === 'interrupted') {
    return [
      'its gateway died before the end: it was closed by recovery, and the house pays',
      ...sayEnd(bill, amount === 0n),
    ];
  }
  if (!derivation) return sayEnd(bill, undefined);
  if (derivation.unpriced) {
    return [
      `no price: ${derivation.unpriced}; only what used nothing is booked so`,
      ...sayEnd(bill, amount === 0n),
    ];
  }
  return [
    `prices of version ${bill.priceVersion}, in US dollars`,
    ...derivation.rates
      .filter(({ usd }) => usd !== '0')
      .map((rate) => `  ${sayWhat(rate)} ${rate.usd}${sayPer(rate)}`),
    ...sayTier(derivation),
    derivation.lines.length > 0 ? 'lines' : 'nothing was used',
    ...derivation.lines.map(sayLine),
    `sum        ${derivation.sumUsd} USD`,
    `ratio      ${derivation.ratio}, ${derivation.ratioOfModel ? "the model's own in its group" : "its group's"}`,
    `in units   ${derivation.sumUsd} x ${derivation.ratio} x ${unitsPerUsd} = ${derivation.exactUnits}`,
    `rounded    ${derivation.units} units, half away from zero`,
    ...sayEnd(bill, derivation.units === amount),
  ];
}

function sayTier({ tiers, tier, inputTokens }: Derivation): string[] {
  if (tiers.length === 0) return [];
  if (tier === 0n) return [`tier       none: ${inputTokens} input tokens are not above ${tiers[0]}`];
  return [`tier       above ${tier}: the request has ${inputTokens} input tokens`];
}

function sayLine({ quantity, rate, usd }: BillLine): string {
  if (!rate) return `  ${quantity} = ${usd}`;
  const divided = rate.per === 1n ? '' : ` / ${rate.per}`;
  return `  ${sayWhat(rate)}: ${quantity} x ${rate.usd}${divided} = ${usd}`;
}

function sayPer({ per }: BillRate): string {
  return per === 1n ? '' : ` per ${per}`;
}

/** What is booked, what was taken back of it, and whether it is what it should be. */
function sayEnd({ amount, overrun, refunds }: Bill, agrees: boolean | undefined): string[] {
  const refunded = refunds.reduce((sum, { units }) => sum + units, 0n);
  const verdict = {
    true: 'it agrees',
    false: 'IT DOES NOT AGREE',
    undefined: 'it cannot be worked out anew',
  };
  return [
    ...(overrun > 0n ? [`overrun    ${overrun} units lie beyond what was reserved`] : []),
    ...refunds.map(
      ({ id, units, bookedAtMs }) => `refunded   ${units} units at ${sayTime(bookedAtMs)}, refund ${id}`,
    ),
    ...(refunds.length > 0 ? [`remaining  ${amount - refunded} units`] : []),
    `billed     ${amount} units: ${verdict[`${agrees}`]}`,
  ];
}

function sayTime(ms: bigint): string {
  return new Date(Number(ms)).toISOString();
}
