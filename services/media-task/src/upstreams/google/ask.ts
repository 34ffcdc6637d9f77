import type { VendorRequest } from '../../call/send.ts';
import { createInJson } from '../bearer.ts';
import type { Account, Submission } from '../upstream.ts';

/** Never in an address, where Google takes it too. */
export function keyHeader({ key }: Account): Record<string, string> {
  return key === undefined ? {} : { 'x-goog-api-key': key };
}

/** A create in JSON at a path below the account's address. */
export function createAt(
  account: Account,
  path: string,
  submission: Pick<Submission, 'clientRequestId'>,
  body: object,
): VendorRequest {
  return createInJson(account, path, submission, body, keyHeader(account));
}

/** Where the bytes of a file are, for an address that may be that of what is known of it. */
export function downloadOf(address: string): string {
  return /\/files\/[\w-]+$/.test(address) ? `${address}:download?alt=media` : address;
}

/** Files are kept for two days. */
export const filesKeptMs = 48 * 3_600_000;
