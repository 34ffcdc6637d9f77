import type { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Price, TokenClass, TokenRates, VariantRates } from './price.ts';
import { type UnitName, unitNames, unitOf } from './unit-names.ts';

/** Classes that were there from the first; older rows know no others. */
type FirstClass = Exclude<TokenClass, 'inputCacheWrite1h' | 'inputAudio' | 'inputImage' | 'outputAudio'>;
type RateRow = Record<FirstClass, string> & Partial<Record<TokenClass, string>>;

/** A price as the table keeps it: whole numbers as text. What a row does not have is left out of it. */
export interface PriceRow extends RateRow {
  call: string;
  tiers?: (RateRow & { above: string })[];
  metered?: Partial<Record<UnitName, Record<string, string>>>;
}

/** The same price always makes the same row, members in the same order. */
export function toRow(price: Price): PriceRow {
  const { call, tiers, metered } = price;
  const units = [...metered].map(([unit, rates]) => [unitNames[unit], sortedTexts(rates)] as const);
  return {
    ...toRates(price),
    call: String(call),
    ...(tiers.length > 0 && {
      tiers: tiers.map(({ above, rates }) => ({ above: String(above), ...toRates(rates) })),
    }),
    ...(units.length > 0 && { metered: Object.fromEntries(units.sort(byName)) }),
  };
}

export function fromRow({ call, tiers = [], metered = {}, ...rates }: PriceRow): Price {
  return {
    ...fromRates(rates),
    tiers: tiers.map(({ above, ...of }) => ({ above: BigInt(above), rates: fromRates(of) })),
    call: BigInt(call),
    metered: new Map(
      Object.entries(metered).flatMap(([name, texts]): [MeteredUnit, VariantRates][] => {
        const unit = unitOf(name);
        return unit === undefined ? [] : [[unit, readTexts(texts)]];
      }),
    ),
  };
}

function toRates(rates: TokenRates): RateRow {
  return {
    inputFresh: String(rates.inputFresh),
    inputCacheRead: String(rates.inputCacheRead),
    inputCacheWrite: String(rates.inputCacheWrite),
    inputCacheWrite1h: String(rates.inputCacheWrite1h),
    inputAudio: String(rates.inputAudio),
    inputImage: String(rates.inputImage),
    outputVisible: String(rates.outputVisible),
    outputReasoning: String(rates.outputReasoning),
    outputAudio: String(rates.outputAudio),
  };
}

function fromRates(row: RateRow): TokenRates {
  return {
    inputFresh: BigInt(row.inputFresh),
    inputCacheRead: BigInt(row.inputCacheRead),
    inputCacheWrite: BigInt(row.inputCacheWrite),
    inputCacheWrite1h: BigInt(row.inputCacheWrite1h ?? row.inputCacheWrite),
    inputAudio: BigInt(row.inputAudio ?? row.inputFresh),
    inputImage: BigInt(row.inputImage ?? row.inputFresh),
    outputVisible: BigInt(row.outputVisible),
    outputReasoning: BigInt(row.outputReasoning),
    outputAudio: BigInt(row.outputAudio ?? row.outputVisible),
  };
}

function sortedTexts(rates: VariantRates): Record<string, string> {
  return Object.fromEntries([...rates].map(([name, rate]) => [name, String(rate)] as const).sort(byName));
}

function readTexts(texts: Record<string, string>): VariantRates {
  return new Map(Object.entries(texts).map(([name, text]) => [name, BigInt(text)]));
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
