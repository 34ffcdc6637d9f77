import type { Bounds } from '../../ui/time-range.ts';
import { isAverage, type Measure, measureOf, type NamedRow, others } from './measures.ts';

/** Hours or days in a row, and what each model, key, group or channel has in each. */
export interface Series {
  span: 'hour' | 'day';
  /** The names that have a band of their own, the greatest first; then `others`, if any are left. */
  bands: string[];
  /** Averages stand beside each other; all else is stacked. */
  isAverage: boolean;
  /** One for every hour or day, those without requests included. */
  points: Point[];
}

export interface Point {
  /** Unix seconds. */
  at: number;
  /** By band; undefined for the average of nothing. */
  values: Record<string, number | undefined>;
  /** Of all bands together. */
  total: number | undefined;
}

const hour = 3_600;
const day = 24 * hour;
/** Above this the API answers by the day. */
const longestByHour = 8 * day;

/** More bands than this could not be told apart. */
export const mostBands = 7;

export function seriesOf(rows: readonly NamedRow[], { from, until }: Bounds, measure: Measure): Series {
  const span = until + 1 - from > longestByHour ? 'day' : 'hour';
  const step = span === 'day' ? day : hour;
  const all = namesBySize(rows, measure);
  const names = all.filter((name) => name !== others);
  const isFolded = names.length > mostBands || names.length < all.length;
  const own = new Set(names.slice(0, isFolded ? mostBands - 1 : mostBands));
  const bands = isFolded ? [...own, others] : [...own];
  const bandOf = ({ name }: NamedRow): string => (own.has(name) ? name : others);
  const byTime = Map.groupBy(rows, (row) => row.created_at);
  const points: Point[] = [];
  for (let at = from - (from % step); at <= until; at += step) {
    const now = byTime.get(at) ?? [];
    const byBand = Map.groupBy(now, bandOf);
    const values = bands.map((band) => [band, measureOf(byBand.get(band) ?? [], measure)]);
    points.push({ at, values: Object.fromEntries(values), total: measureOf(now, measure) });
  }
  return { span, bands, isAverage: isAverage(measure), points };
}

/** Those that have any of it, the greatest first; of averages those that were asked most. */
function namesBySize(rows: readonly NamedRow[], measure: Measure): string[] {
  const size = isAverage(measure) ? 'requests' : measure;
  return [...Map.groupBy(rows, ({ name }) => name)]
    .map(([name, ofName]) => ({ name, size: measureOf(ofName, size) ?? 0 }))
    .filter((entry) => entry.size > 0)
    .sort((a, b) => b.size - a.size)
    .map(({ name }) => name);
}
