/**
 * What a model costs: whole nano-dollars per million tokens of each class, and per call. Disjoint classes,
 * as in `Usage`; every class has a price, 0 for free.
 */
export interface Price {
  inputFresh: bigint;
  inputCacheRead: bigint;
  inputCacheWrite: bigint;
  outputVisible: bigint;
  outputReasoning: bigint;
  call: bigint;
}

/** A price as a row keeps it: the same members, whole numbers as text. */
export type PriceRow = Record<keyof Price, string>;

export function toRow(price: Price): PriceRow {
  return {
    inputFresh: String(price.inputFresh),
    inputCacheRead: String(price.inputCacheRead),
    inputCacheWrite: String(price.inputCacheWrite),
    outputVisible: String(price.outputVisible),
    outputReasoning: String(price.outputReasoning),
    call: String(price.call),
  };
}

export function fromRow(row: PriceRow): Price {
  return {
    inputFresh: BigInt(row.inputFresh),
    inputCacheRead: BigInt(row.inputCacheRead),
    inputCacheWrite: BigInt(row.inputCacheWrite),
    outputVisible: BigInt(row.outputVisible),
    outputReasoning: BigInt(row.outputReasoning),
    call: BigInt(row.call),
  };
}
