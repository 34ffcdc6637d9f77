import type { Metered } from '@headgate/proto/gen/headgate/events/v1/events';
import { type UnitName, unitNames, unitOf } from '../pricing/unit-names.ts';

/** One thing that is not counted in tokens, as the usage log keeps it. */
export interface MeteredRow {
  unit: UnitName;
  variant: string;
  /** Numbers of JSON end where a bigint goes on. */
  quantity: string;
}

/** Null where there is nothing, as in nearly every row. */
export function writeMetered(items: readonly Metered[]): string | null {
  if (items.length === 0) return null;
  const rows = items.map(({ unit, variant, quantity }): MeteredRow => {
    return { unit: unitNames[unit], variant, quantity: String(quantity) };
  });
  return JSON.stringify(rows);
}

export function readMetered(rows: readonly MeteredRow[] | null): Metered[] {
  return (rows ?? []).flatMap(({ unit: name, variant, quantity }) => {
    const unit = unitOf(name);
    return unit === undefined ? [] : [{ unit, variant, quantity: BigInt(quantity) }];
  });
}
