import { Caller } from '@headgate/proto/gen/headgate/text/v1/text';

/** Callers that are kept; beyond it the one that was made first goes. */
const maxCallers = 10_000;

export interface KnownCallers {
  /** The caller that these bytes say, made once as long as it is kept; undefined where they are empty. Throws when they say none. */
  of(bytes: Buffer): Caller | undefined;
}

export function createKnownCallers(limit = maxCallers): KnownCallers {
  const callers = new Map<string, Caller>();
  return {
    of(bytes) {
      if (bytes.length === 0) return undefined;
      const name = bytes.toString('latin1');
      const known = callers.get(name);
      if (known) return known;
      const caller = Caller.decode(bytes);
      callers.set(name, caller);
      const [oldest] = callers.keys();
      if (callers.size > limit && oldest !== undefined) callers.delete(oldest);
      return caller;
    },
  };
}
