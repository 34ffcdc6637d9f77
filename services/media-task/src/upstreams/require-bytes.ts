import type { Reference } from '../families/wish.ts';

type WithBytes = Reference & { source: { bytes: Buffer; type: string } };

/** References that came in bytes or were brought into them, for vendors that take no address. */
export function requireBytes(references: readonly Reference[]): WithBytes[] {
  return references.map((reference) => {
    const { source } = reference;
    if (!('bytes' in source)) throw new Error('a reference without bytes was resolved');
    return { ...reference, source };
  });
}
