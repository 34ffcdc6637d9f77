/** A row that is to be; without an id where it is new. */
export type Draft<Row extends { id: bigint }> = Omit<Row, 'id'> & { id: bigint | undefined };

/** Gives this many new ids, in rising order. */
export type DrawIds = (count: number) => Promise<bigint[]>;

/** Gives new ids to rows that have none, in their order. */
export async function assignIds<Row extends { id: bigint | undefined }>(
  rows: readonly Row[],
  drawIds: DrawIds,
): Promise<(Omit<Row, 'id'> & { id: bigint })[]> {
  const drawn = await drawIds(rows.filter(({ id }) => id === undefined).length);
  let next = 0;
  return rows.map((row) => {
    const id = row.id ?? drawn[next++];
    if (id === undefined) throw new Error('fewer ids were drawn than asked for');
    return { ...row, id };
  });
}
