import { Close, CloseBatch } from '@headgate/proto/gen/headgate/events/v1/events';

/** Keeps its buffer from one close to the next: growing a new one is a third of what encoding takes. */
const writer = Close.encode(Close.create());

export function encodeClose(close: Close): Uint8Array {
  try {
    return Close.encode(close, writer).finish();
  } catch (error) {
    // What was written of it must not stand before the next one.
    writer.finish();
    throw error;
  }
}

/** Field 1 of a CloseBatch, with its length. */
const closesTag = (1 << 3) | 2;

/** A CloseBatch of closes that are encoded already. */
export function encodeBatch(closes: readonly Uint8Array[]): Uint8Array {
  const batch = CloseBatch.encode(CloseBatch.create());
  for (const close of closes) batch.uint32(closesTag).bytes(close);
  return batch.finish();
}
