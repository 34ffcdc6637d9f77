import type { Statistic } from '../../api/statistics.ts';
import type { Bounds } from '../../ui/time-range.ts';
import { type Measure, measures } from './measures.ts';

/** Hours or days in a row, and what each model has in each. */
export interface Series {
  span: 'hour' | 'day';
  /** The models that have a band of their own, the greatest first; then `others`, if any are left. */
  bands: string[];
  /** One for every hour or day, those without requests included. */
  points: Point[];
}

export interface Point {
  /** Unix seconds. */
  at: number;
  values: Record<string, number>;
}

const hour = 3_600;
const day = 24 * hour;
/** Above this the API answers by the day. */
const longestByHour = 8 * day;

/** More bands than this could not be told apart. */
export const mostBands = 7;

/** The band of all models that have none of their own. No model has an empty name. */
export const others = '';

export function seriesOf(rows: readonly Statistic[], { from, until }: Bounds, measure: Measure): Series {
  const span = until + 1 - from > longestByHour ? 'day' : 'hour';
  const step = span === 'day' ? day : hour;
  const models = modelsBySize(rows, measure);
  const own = new Set(models.slice(0, models.length > mostBands ? mostBands - 1 : mostBands));
  const bands = models.length > own.size ? [...own, others] : [...own];
  const empty = Object.fromEntries(bands.map((band) => [band, 0]));
  const points = new Map<number, Point>();
  for (let at = from - (from % step); at <= until; at += step) points.set(at, { at, values: { ...empty } });
  for (const row of rows) {
    const band = own.has(row.model_name) ? row.model_name : others;
    const values = points.get(row.created_at)?.values;
    if (values && band in values) values[band] = (values[band] ?? 0) + measures[measure](row);
  }
  return { span, bands, points: [...points.values()] };
}

/** Models that have any of it, the greatest first. */
function modelsBySize(rows: readonly Statistic[], measure: Measure): string[] {
  const sizes = new Map<string, number>();
  for (const row of rows)
    sizes.set(row.model_name, (sizes.get(row.model_name) ?? 0) + measures[measure](row));
  return [...sizes]
    .filter(([, size]) => size > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([model]) => model);
}
