import { CloseBatch } from '@headgate/proto/gen/headgate/events/v1/events';

/** Field 1 of a CloseBatch, with its length. */
const closesTag = (1 << 3) | 2;

/** A CloseBatch of closes that are encoded already. */
export function encodeBatch(closes: readonly Uint8Array[]): Uint8Array {
  const batch = CloseBatch.encode(CloseBatch.create());
  for (const close of closes) batch.uint32(closesTag).bytes(close);
  return batch.finish();
}
