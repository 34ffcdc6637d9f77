import { fault } from '@headgate/proto/faults';
import type { GroupRatio, Price as SentPrice } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { FaultError } from '@headgate/runtime/errors';
import { parseDecimal, priceDigits, ratioDigits } from './decimal.ts';
import type { Price } from './price.ts';

/**
 * Reads prices as they were sent, with the defaults written out: a later change of a default must not change
 * what an old version says. Throws a fault that names the row.
 */
export function readPrices(sent: readonly SentPrice[]): Map<string, Price> {
  const prices = new Map<string, Price>();
  for (const row of sent) {
    if (row.model === '') refuse('prices', 'A price row has no model.');
    if (prices.has(row.model)) refuse(`prices.${row.model}`, `Model "${row.model}" has two price rows.`);
    prices.set(row.model, readPrice(row));
  }
  return prices;
}

type PriceMember =
  | 'input'
  | 'cache_read'
  | 'cache_write'
  | 'output'
  | 'reasoning'
  | 'audio_input'
  | 'image_input'
  | 'audio_output'
  | 'call';

function readPrice(row: SentPrice): Price {
  if (row.input === '' && row.output === '' && row.call === '') {
    refuse(`prices.${row.model}`, `The price of "${row.model}" names none of input, output and call.`);
  }
  const read = (member: PriceMember, text: string) => {
    if (text === '') return undefined;
    const value = parseDecimal(text, priceDigits);
    if (value !== undefined) return value;
    return refuse(
      `prices.${row.model}.${member}`,
      `The price of "${row.model}" has ${member} "${text}": give a decimal from 0 on with at most ${priceDigits} digits after the point.`,
    );
  };
  const input = read('input', row.input) ?? 0n;
  const output = read('output', row.output) ?? 0n;
  return {
    inputFresh: input,
    inputCacheRead: read('cache_read', row.cacheRead) ?? input,
    inputCacheWrite: read('cache_write', row.cacheWrite) ?? input,
    outputVisible: output,
    outputReasoning: read('reasoning', row.reasoning) ?? output,
    inputAudio: read('audio_input', row.audioInput) ?? input,
    inputImage: read('image_input', row.imageInput) ?? input,
    outputAudio: read('audio_output', row.audioOutput) ?? output,
    call: read('call', row.call) ?? 0n,
  };
}

/** Reads group ratios as they were sent, in whole millionths. Throws a fault that names the row. */
export function readRatios(sent: readonly GroupRatio[]): Map<string, bigint> {
  const ratios = new Map<string, bigint>();
  for (const { group, ratio } of sent) {
    if (group === '') refuse('groups', 'A group ratio has no group.');
    if (ratios.has(group)) refuse(`groups.${group}`, `Group "${group}" has two ratios.`);
    const value = parseDecimal(ratio, ratioDigits);
    if (value === undefined) {
      refuse(
        `groups.${group}`,
        `The ratio of group "${group}" is "${ratio}": give a decimal from 0 on with at most ${ratioDigits} digits after the point.`,
      );
    }
    ratios.set(group, value);
  }
  return ratios;
}

function refuse(param: string, message: string): never {
  throw new FaultError(fault('invalid_request', { param, message }));
}
