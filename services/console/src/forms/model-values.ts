import type { Model, ModelChanges } from '../api/models.ts';
import type { Price } from '../api/price.ts';
import { changedMembers } from './changed-members.ts';
import { isDecimalText } from './decimal-text.ts';
import { readJsonText, toJsonText } from './json-text.ts';
import { hasTwice, type Pair, toPairs } from './pairs.ts';

/** Prices that have a field of their own. */
export const commonPrices = [
  'input',
  'output',
  'cache_read',
  'cache_write',
  'reasoning',
  'call',
  'character',
] as const;

export interface ModelValues extends Record<string, unknown> {
  name: string;
  common: Record<(typeof commonPrices)[number], string>;
  second: Pair[];
  image: Pair[];
  minute: { input: string; output: string };
  /** Whatever else a price has, as JSON. */
  rest: string;
  max_output: number | string;
  fallbacks: string[];
  family: string;
}

export function toModelValues(model?: Model): ModelValues {
  const { second = {}, image = {}, minute = {}, ...others } = model?.price ?? {};
  const rest: Record<string, unknown> = { ...others };
  for (const name of commonPrices) delete rest[name];
  const commonOf = (name: (typeof commonPrices)[number]): string => others[name] ?? '';
  return {
    name: model?.name ?? '',
    common: {
      input: commonOf('input'),
      output: commonOf('output'),
      cache_read: commonOf('cache_read'),
      cache_write: commonOf('cache_write'),
      reasoning: commonOf('reasoning'),
      call: commonOf('call'),
      character: commonOf('character'),
    },
    second: toPairs(second),
    image: toPairs(image),
    minute: { input: minute.input ?? '', output: minute.output ?? '' },
    rest: toJsonText(rest),
    max_output: model && model.max_output > 0 ? model.max_output : '',
    fallbacks: model?.fallbacks ?? [],
    family: model?.family ?? '',
  };
}

export function toModelChanges(values: ModelValues): ModelChanges {
  const { name, common, second, image, minute, rest, max_output: most, fallbacks, family } = values;
  const price: Price = {
    ...readJsonText(rest),
    ...filledTexts(common),
    ...(pricesOf(second) && { second: pricesOf(second) }),
    ...(pricesOf(image) && { image: pricesOf(image) }),
    ...(Object.keys(filledTexts(minute)).length > 0 && { minute: filledTexts(minute) }),
  };
  return {
    name: name.trim(),
    price,
    fallbacks,
    ...(most !== '' && { max_output: Number(most) }),
    ...(family.trim() !== '' && { family: family.trim() }),
  };
}

/** What somebody changed in the form of a known model: what others change meanwhile stays, a price that was not touched as well. */
export function toModelEdit(values: ModelValues, model: Model): Partial<ModelChanges> & { name: string } {
  const changed = changedMembers(toModelChanges(values), toModelChanges(toModelValues(model)));
  return { ...changed, name: model.name };
}

/** What a known model had and the form has no more: it can be changed, but not taken away. */
export function findEmptied(values: ModelValues, model: Model | undefined): ('max_output' | 'family')[] {
  const known = toModelValues(model);
  return (['max_output', 'family'] as const).filter(
    (name) => known[name] !== '' && String(values[name]).trim() === '',
  );
}

/** What the JSON of all else says and a field says otherwise, which goes before it. */
export function findHidden(values: ModelValues): string[] {
  const price: Record<string, unknown> = { ...toModelChanges(values).price };
  return Object.keys(changedMembers(readJsonText(values.rest) ?? {}, price));
}

/** Whether one size has two prices, of which one would be lost. */
export function hasSizeTwice(pairs: readonly Pair[]): boolean {
  return hasTwice(pairs.filter(isPriced));
}

function isPriced({ value }: Pair): boolean {
  return value.trim() !== '';
}

/** Whether all prices of rows are numbers. */
export function arePrices(pairs: readonly Pair[]): boolean {
  return pairs.every(({ value }) => isDecimalText(value));
}

/** Rows that have a price: the one of all sizes has no name. */
function pricesOf(pairs: readonly Pair[]): Record<string, string> | undefined {
  const priced = pairs.filter(isPriced);
  if (priced.length === 0) return undefined;
  return Object.fromEntries(priced.map(({ name, value }) => [name.trim(), value.trim()]));
}

function filledTexts(texts: Record<string, string>): Record<string, string> {
  const filled = Object.entries(texts).map(([name, text]) => [name, text.trim()]);
  return Object.fromEntries(filled.filter(([, text]) => text !== ''));
}
