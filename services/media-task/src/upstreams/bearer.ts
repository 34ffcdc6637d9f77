import type { VendorRequest } from '../call/send.ts';
import type { Account, Submission } from './upstream.ts';

/** The key as most vendors take it; nothing for an upstream that asks for none. */
export function authorization({ key }: Account): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

/** A create in JSON at a path below the account's address. `credential` is the header that holds its key. */
export function createInJson(
  account: Account,
  path: string,
  { clientRequestId }: Pick<Submission, 'clientRequestId'>,
  body: object,
  credential = authorization(account),
): VendorRequest {
  return {
    method: 'POST',
    url: `${account.baseUrl}${path}`,
    headers: {
      ...credential,
      'content-type': 'application/json',
      ...(clientRequestId !== undefined && { 'x-client-request-id': clientRequestId }),
    },
    body: Buffer.from(JSON.stringify(body)),
  };
}
