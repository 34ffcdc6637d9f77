import { secretOf } from '../converse/signature.ts';
import type { Incoming } from '../exchange/dialect.ts';
import { readCredential, signatureOf } from './signature.ts';
import type { VendorError } from './vendor-error.ts';

/** How far the clocks of both sides may be apart. */
const maxSkewSeconds = 5 * 60;

/**
 * Accepts requests that are signed with the secret that belongs to their secret id, unless that begins with "bad".
 * Returns the vendor's error, or null when welcome.
 */
export function authorize(incoming: Incoming): VendorError | null {
  const { headers } = incoming;
  const credential = readCredential(headers);
  if (!credential) return invalidAuthorization;
  const timestamp = String(headers['x-tc-timestamp'] ?? '');
  if (!/^\d{10}$/.test(timestamp)) return missingTimestamp;
  if (credential.secretId.startsWith('bad')) return unknownSecretId;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > maxSkewSeconds) return expired;
  if (new Date(Number(timestamp) * 1000).toISOString().slice(0, 10) !== credential.date) return expired;
  if (credential.service !== 'vod') return wrongSignature;
  if (!['content-type', 'host'].every((name) => credential.signedHeaders.includes(name)))
    return wrongSignature;
  const expected = signatureOf(incoming, credential, timestamp, secretOf(credential.secretId));
  return expected === credential.signature ? null : wrongSignature;
}

const invalidAuthorization = {
  code: 'AuthFailure.InvalidAuthorization',
  message: 'The `Authorization` in the request header is invalid.',
};
const missingTimestamp = {
  code: 'MissingParameter',
  message: 'The request is missing a required parameter `Timestamp`.',
};
const unknownSecretId = {
  code: 'AuthFailure.SecretIdNotFound',
  message: 'The SecretId is not found, please ensure that your SecretId is correct.',
};
const expired = {
  code: 'AuthFailure.SignatureExpire',
  message: 'The provided credentials have expired, please check the clock of your machine.',
};
const wrongSignature = {
  code: 'AuthFailure.SignatureFailure',
  message: 'The provided credentials could not be validated. Please check your signature is correct.',
};
