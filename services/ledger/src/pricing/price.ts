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
  inputAudio: bigint;
  inputImage: bigint;
  outputAudio: bigint;
  call: bigint;
}

type ModalClass = 'inputAudio' | 'inputImage' | 'outputAudio';

/** A price as a row keeps it: the same members, whole numbers as text. Older rows know no classes of sound and image. */
export type PriceRow = Record<Exclude<keyof Price, ModalClass>, string> & Partial<Record<ModalClass, string>>;

export function toRow(price: Price): PriceRow {
  return {
    inputFresh: String(price.inputFresh),
    inputCacheRead: String(price.inputCacheRead),
    inputCacheWrite: String(price.inputCacheWrite),
    outputVisible: String(price.outputVisible),
    outputReasoning: String(price.outputReasoning),
    inputAudio: String(price.inputAudio),
    inputImage: String(price.inputImage),
    outputAudio: String(price.outputAudio),
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
    inputAudio: BigInt(row.inputAudio ?? row.inputFresh),
    inputImage: BigInt(row.inputImage ?? row.inputFresh),
    outputAudio: BigInt(row.outputAudio ?? row.outputVisible),
    call: BigInt(row.call),
  };
}
