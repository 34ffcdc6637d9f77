import { Caller } from '@headgate/proto/gen/headgate/text/v1/text';

const encoded = new WeakMap<Caller, Buffer>();
const nobody = Buffer.alloc(0);

/** A caller as `LinkOpen` carries it; encoded once for each key that is known. */
export function encodeCaller(caller: Caller | undefined): Buffer {
  if (!caller) return nobody;
  const known = encoded.get(caller);
  if (known) return known;
  const bytes = Buffer.from(Caller.encode(caller).finish());
  encoded.set(caller, bytes);
  return bytes;
}
