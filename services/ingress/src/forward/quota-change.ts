/** A change of quota as its body says it. */
export interface QuotaChange {
  id: string;
  units: bigint;
  reason: string;
}

/** What a body asks for, or what is wrong with it. Amounts are whole units or decimal text: no float comes near money. */
export function readQuotaChange(body: Buffer): QuotaChange | string {
  const { id, units, usd, reason } = readMembers(body);
  if (typeof id !== 'string') return 'id is needed: a UUID of the change, the same when it is sent again.';
  if (typeof reason !== 'string') return 'reason is needed: why the quota is changed.';
  if ((units === undefined) === (usd === undefined)) return 'Either units or usd is needed.';
  const amount = units === undefined ? readUsd(usd) : readUnits(units);
  if (amount === undefined)
    return units === undefined
      ? 'usd must be text such as "2.50" or "-2.50", a multiple of 0.000002 (one unit).'
      : 'units must be a whole number, or text of one.';
  return { id, units: amount, reason };
}

function readMembers(body: Buffer): { [name: string]: unknown } {
  try {
    const parsed: unknown = JSON.parse(body.toString());
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

function readUnits(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && /^-?\d{1,18}$/.test(value) ? BigInt(value) : undefined;
}

const fractionDigits = 6;

/** A dollar is 500,000 units: half of its millionths. */
function readUsd(value: unknown): bigint | undefined {
  const [, sign, whole = '', fraction = ''] =
    /^(-?)(\d{1,10})(?:\.(\d{1,6}))?$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (sign === undefined) return undefined;
  const millionths = BigInt(`${sign}${whole}${fraction.padEnd(fractionDigits, '0')}`);
  return millionths % 2n === 0n ? millionths / 2n : undefined;
}
