import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import type {
  MeteredPrice,
  PriceTier,
  Price as SentPrice,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Price, Tier, TokenRates } from './price.ts';
import { readPriceMember, refuse } from './read-decimal.ts';
import { unitNames, units } from './unit-names.ts';

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

function readPrice(row: SentPrice): Price {
  const metered = readMetered(row.model, row.metered);
  const isForTools = [...metered.keys()].every((unit) => unit === MeteredUnit.TOOL_CALL);
  if (row.input === '' && row.output === '' && row.call === '' && isForTools) {
    refuse(
      `prices.${row.model}`,
      `The price of "${row.model}" names none of input, output, call, second, image, character and minute.`,
    );
  }
  return {
    ...readRates(row.model, '', row),
    tiers: readTiers(row),
    call: readPriceMember(row.model, 'call', row.call) ?? 0n,
    metered,
  };
}

type SentRates = Omit<PriceTier, 'above'>;

function readRates(model: string, prefix: string, sent: SentRates): TokenRates {
  const read = (member: string, text: string) => readPriceMember(model, prefix + member, text);
  const input = read('input', sent.input) ?? 0n;
  const output = read('output', sent.output) ?? 0n;
  const cacheWrite = read('cache_write', sent.cacheWrite) ?? input;
  return {
    inputFresh: input,
    inputCacheRead: read('cache_read', sent.cacheRead) ?? input,
    inputCacheWrite: cacheWrite,
    inputCacheWrite1h: read('cache_write_1h', sent.cacheWrite1h) ?? cacheWrite,
    inputAudio: read('audio_input', sent.audioInput) ?? input,
    inputImage: read('image_input', sent.imageInput) ?? input,
    outputVisible: output,
    outputReasoning: read('reasoning', sent.reasoning) ?? output,
    outputAudio: read('audio_output', sent.audioOutput) ?? output,
  };
}

/** A tier is the row with what the tier names put in place; a class that neither names follows its own default. */
function readTiers(row: SentPrice): Tier[] {
  const tiers = row.tiers.map(({ above, ...named }, index) => {
    const prefix = `tiers[${index}].`;
    if (above <= 0n)
      refuse(`prices.${row.model}.${prefix}above`, `A tier of "${row.model}" is not above any input.`);
    return { above, rates: readRates(row.model, prefix, overlay(row, named)) };
  });
  tiers.sort((one, other) => (one.above < other.above ? -1 : 1));
  const repeated = tiers.find(({ above }, index) => tiers[index + 1]?.above === above);
  if (repeated) refuse(`prices.${row.model}.tiers`, `"${row.model}" has two tiers above ${repeated.above}.`);
  return tiers;
}

function overlay(row: SentPrice, tier: SentRates): SentRates {
  return {
    input: tier.input || row.input,
    cacheRead: tier.cacheRead || row.cacheRead,
    cacheWrite: tier.cacheWrite || row.cacheWrite,
    cacheWrite1h: tier.cacheWrite1h || row.cacheWrite1h,
    output: tier.output || row.output,
    reasoning: tier.reasoning || row.reasoning,
    audioInput: tier.audioInput || row.audioInput,
    imageInput: tier.imageInput || row.imageInput,
    audioOutput: tier.audioOutput || row.audioOutput,
  };
}

function readMetered(model: string, sent: readonly MeteredPrice[]): Price['metered'] {
  const metered = new Map<MeteredUnit, Map<string, bigint>>();
  for (const { unit, variant, price } of sent) {
    if (!units.includes(unit))
      refuse(`prices.${model}.metered`, `"${model}" has a price of an unknown unit.`);
    const member = variant === '' ? unitNames[unit] : `${unitNames[unit]}.${variant}`;
    const rates = metered.get(unit) ?? new Map<string, bigint>();
    const rate = readPriceMember(model, member, price);
    if (rate === undefined)
      refuse(`prices.${model}.${member}`, `The price of "${model}" has an empty ${member}.`);
    if (rates.has(variant)) refuse(`prices.${model}.${member}`, `"${model}" has two prices for ${member}.`);
    metered.set(unit, rates.set(variant, rate));
  }
  return metered;
}
