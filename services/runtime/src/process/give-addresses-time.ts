import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';

/** Longer than the first packet takes when it is lost once, which is sent again after a second. */
const attemptMs = 2_000;

/**
 * Of a name with several addresses Node gives up each but the last after a quarter of a second, and goes back to none. Where the
 * last is one of IPv6 that leads nowhere, a vendor on the other side of the world, or one lost packet, failed the connection.
 */
export function giveAddressesTime(): void {
  setDefaultAutoSelectFamilyAttemptTimeout(attemptMs);
}
