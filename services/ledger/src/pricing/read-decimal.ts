import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { parseDecimal, priceDigits, ratioDigits, wholeDigits } from './decimal.ts';

/** A member of a model's price, in whole nano-dollars; undefined when it is empty. Throws a fault that names it. */
export function readPriceMember(model: string, member: string, text: string): bigint | undefined {
  if (text === '') return undefined;
  const value = parseDecimal(text, priceDigits);
  if (value !== undefined) return value;
  return refuse(
    `prices.${model}.${member}`,
    `The price of "${model}" has ${member} "${text}": ${expected(priceDigits)}`,
  );
}

/** A ratio in whole millionths. Throws a fault that names it. */
export function readRatio(param: string, what: string, text: string): bigint {
  const value = parseDecimal(text, ratioDigits);
  if (value !== undefined) return value;
  return refuse(param, `The ratio of ${what} is "${text}": ${expected(ratioDigits)}`);
}

function expected(digits: number): string {
  return `give a decimal from 0 on with at most ${wholeDigits} digits before the point and ${digits} after it.`;
}

export function refuse(param: string, message: string): never {
  throw new FaultError(fault('invalid_request', { param, message }));
}
