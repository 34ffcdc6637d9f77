import type { IncomingHttpHeaders } from 'node:http';
import type { Incoming } from '../exchange/dialect.ts';
import { readCredential, secretOf, signatureOf } from './signature.ts';
import type { VendorError } from './vendor-error.ts';

/** How far the clocks of both sides may be apart. */
const maxSkewMs = 5 * 60_000;

/**
 * Accepts requests that are signed with the secret that belongs to their access key, and any API key. Both may not begin
 * with "bad", and a session token not with "expired". Returns the vendor's error, or null when welcome.
 */
export function authorize(incoming: Incoming): VendorError | null {
  const { headers } = incoming;
  const bearer = bearerOf(headers);
  if (bearer !== null) return bearer.startsWith('bad') ? wrongApiKey : null;
  const credential = readCredential(headers);
  if (!credential) return missingToken;
  const token = headers['x-amz-security-token'];
  if (typeof token === 'string' && token.startsWith('expired')) return expiredToken;
  if (credential.accessKeyId.startsWith('bad')) return unknownKey;
  if (Math.abs(Date.now() - credential.signedAt) > maxSkewMs) return wrongSignature('Signature expired');
  const mustSign = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  const unsigned = mustSign.find((name) => !credential.signedHeaders.includes(name));
  if (unsigned) return wrongSignature(`'${unsigned}' must be a 'SignedHeader' in the Authorization`);
  const expected = signatureOf(incoming, credential, secretOf(credential.accessKeyId));
  return expected === credential.signature ? null : wrongSignature(mismatch);
}

/** The API key, or the id of the access key; empty when there is neither. */
export function keyOf(headers: IncomingHttpHeaders): string {
  return bearerOf(headers) ?? readCredential(headers)?.accessKeyId ?? '';
}

function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1] ?? null;
}

const mismatch =
  'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key ' +
  'and signing method. Consult the service documentation for details.';

function wrongSignature(message: string): VendorError {
  return { status: 403, type: 'InvalidSignatureException', message };
}

const wrongApiKey = {
  status: 403,
  type: 'AccessDeniedException',
  message: 'Authentication failed: Please make sure your API Key is valid.',
};
const missingToken = {
  status: 403,
  type: 'MissingAuthenticationTokenException',
  message: 'Missing Authentication Token',
};
const expiredToken = {
  status: 403,
  type: 'ExpiredTokenException',
  message: 'The security token included in the request is expired',
};
const unknownKey = {
  status: 403,
  type: 'UnrecognizedClientException',
  message: 'The security token included in the request is invalid.',
};
