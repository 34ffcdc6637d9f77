import { z } from 'zod';
import { mostUnits, mostUsd, unitsPerUsd } from '../../usd.ts';
import { because } from '../problems/cause.ts';

const plainForm = /^\d{1,12}(\.\d{1,9})?$/;
const mostFractionDigits = 9;
const expected = `must be a decimal number from 0, with at most 12 digits before the point and ${mostFractionDigits} after it`;

/** What documentation says of it. */
const described = { type: ['string', 'number'], pattern: plainForm.source, minimum: 0 };

/**
 * A decimal number as exact plain text ("0.15"), from text or from a JSON number. A number stands for the
 * shortest decimal that reads back as itself, which is what the file said.
 */
export const decimal = z
  .unknown()
  .meta(described)
  .transform((value, context): string => {
    const text = toPlainText(value);
    if (text !== undefined && plainForm.test(text)) return text;
    context.addIssue({ code: 'custom', message: expected, params: because('decimal_unfit') });
    return z.NEVER;
  });

function toPlainText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const shortest = String(value);
  if (!shortest.includes('e')) return shortest;
  const fixed = value.toFixed(mostFractionDigits);
  return Number(fixed) === value ? fixed.replace(/\.?0+$/, '') : undefined;
}

/** US dollars as whole quota units. What is finer than a unit is refused, never rounded. */
export const quotaUnits = decimal.transform((text, context): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  const scale = 10n ** BigInt(fraction.length);
  const scaled = BigInt(whole + fraction) * BigInt(unitsPerUsd);
  if (scaled % scale === 0n && scaled / scale <= mostUnits) return scaled / scale;
  context.addIssue({
    code: 'custom',
    message: `must be at most ${mostUsd} and a multiple of 0.000002 (one quota unit)`,
  });
  return z.NEVER;
});
