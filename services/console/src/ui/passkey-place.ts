/** Where a browser has passkeys for this gateway. */
export type PasskeyPlace = { kind: 'here' | 'nowhere' } | { kind: 'elsewhere'; origin: string };

const ownMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** @param origin where the gateway says that browsers have them; null: nowhere. */
export function placeOfPasskeys(origin: string | null, here: string): PasskeyPlace {
  if (origin === here) return { kind: 'here' };
  if (origin === null) return { kind: 'nowhere' };
  // Of another machine, its own name leads to whoever asks.
  const isOut = ownMachine.test(new URL(origin).hostname) && !ownMachine.test(new URL(here).hostname);
  return isOut ? { kind: 'nowhere' } : { kind: 'elsewhere', origin };
}
