/** One partition of a table that is cut into months by its ids. */
export interface MonthPartition {
  name: string;
  startMs: number;
  endMs: number;
  /** Its ids, the second left out. */
  from: string;
  to: string;
}

/** The smallest UUIDv7 of a moment. Its first 48 bits are Unix milliseconds. */
export function firstIdAt(timeMs: number): string {
  const hex = timeMs.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The partition of the month that lies `offset` months after a moment. */
export function monthPartition(table: string, timeMs: number, offset = 0): MonthPartition {
  const time = new Date(timeMs);
  const startMs = Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + offset);
  const endMs = Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + offset + 1);
  const name = `${table}_${new Date(startMs).toISOString().slice(0, 7).replace('-', '_')}`;
  return { name, startMs, endMs, from: firstIdAt(startMs), to: firstIdAt(endMs) };
}

/** The partition of that name; undefined when it is not one of a month. */
export function partitionNamed(table: string, name: string): MonthPartition | undefined {
  const [, year, month] = /_(\d{4})_(\d{2})$/.exec(name) ?? [];
  if (year === undefined) return undefined;
  const partition = monthPartition(table, Date.UTC(Number(year), Number(month) - 1));
  return partition.name === name ? partition : undefined;
}
