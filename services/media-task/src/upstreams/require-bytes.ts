import { refuse } from '../families/refuse.ts';
import type { Reference } from '../families/wish.ts';

type WithBytes = Reference & { source: { bytes: Buffer; type: string } };

/** References of a vendor that takes no address. Refuses what is not there in bytes, naming the member. */
export function requireBytes(references: readonly Reference[], param: string): WithBytes[] {
  return references.map((reference) => {
    const { source } = reference;
    if (!('bytes' in source))
      refuse(param, `${param} must be the bytes of a file: this model takes no address.`);
    return { ...reference, source };
  });
}
