import { z } from 'zod';
import { changeId } from '../operations/words.ts';
import { mostUnits, mostUsd } from '../usd.ts';

const longestReason = 500;
const fractionDigits = 6;
/** What is read as a number at all; how much is possible is far less. */
const mostDigits = 64;
const wholeForm = new RegExp(`^-?\\d{1,${mostDigits}}$`);
const usdForm = new RegExp(`^(-?)(\\d{1,${mostDigits}})(?:\\.(\\d{1,${fractionDigits}}))?$`);

/** A change of quota as its body says it. Amounts are whole units or decimal text: no float comes near money. */
export const quotaChange = z
  .object({
    id: changeId.describe('The same when the change is sent again: it is made once'),
    units: z
      .unknown()
      .meta({ type: ['integer', 'string'], pattern: wholeForm.source })
      .describe('Quota units: a whole number, or text of one')
      .optional(),
    usd: z
      .unknown()
      .meta({ type: 'string', pattern: usdForm.source })
      .optional()
      .describe('Text such as "2.50"'),
    reason: z
      .string('is needed: why the quota is changed')
      .regex(/^[^\0]*\S[^\0]*$/, 'is needed')
      .max(longestReason, `must have at most ${longestReason} characters`),
  })
  .transform(({ id, units, usd, reason }, context) => {
    const amount = readAmount(units, usd);
    if (typeof amount === 'bigint') return { id, reason, units: amount };
    context.addIssue({ code: 'custom', message: amount });
    return z.NEVER;
  });

/** Whole units, or what is wrong with them. */
function readAmount(units: unknown, usd: unknown): bigint | string {
  if ((units === undefined) === (usd === undefined)) return 'Either units or usd is needed.';
  const amount = units === undefined ? readUsd(usd) : readUnits(units);
  if (amount === undefined)
    return units === undefined
      ? 'usd must be text such as "2.50" or "-2.50", a multiple of 0.000002 (one unit).'
      : 'units must be a whole number, or text of one.';
  const isPossible = amount !== 0n && amount <= mostUnits && amount >= -mostUnits;
  if (isPossible) return amount;
  return `The amount must not be 0, and at most ${mostUnits} units (${mostUsd} US dollars) either way.`;
}

function readUnits(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && wholeForm.test(value) ? BigInt(value) : undefined;
}

/** A dollar is 500,000 units: half of its millionths. */
function readUsd(value: unknown): bigint | undefined {
  const [, sign, whole = '', fraction = ''] = usdForm.exec(typeof value === 'string' ? value : '') ?? [];
  if (sign === undefined) return undefined;
  const millionths = BigInt(`${sign}${whole}${fraction.padEnd(fractionDigits, '0')}`);
  return millionths % 2n === 0n ? millionths / 2n : undefined;
}
