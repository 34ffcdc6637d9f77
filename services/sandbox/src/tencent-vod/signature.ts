// Only this vendor has its requests signed so. Source: "Signature v3" of the vendor's API documents.
import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Incoming } from '../exchange/dialect.ts';

/** What an `Authorization` header of TC3-HMAC-SHA256 says. */
export interface Credential {
  secretId: string;
  /** `2026-11-21/vod/tc3_request`. */
  scope: string;
  date: string;
  service: string;
  signedHeaders: string[];
  signature: string;
}

const pattern =
  /^TC3-HMAC-SHA256 Credential=([^/,\s]+)\/((\d{4}-\d\d-\d\d)\/([a-z0-9-]+)\/tc3_request), ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

export function readCredential({ authorization }: IncomingHttpHeaders): Credential | null {
  const [, secretId = '', scope = '', date = '', service = '', names = '', signature = ''] =
    pattern.exec(authorization ?? '') ?? [];
  return signature === ''
    ? null
    : { secretId, scope, date, service, signedHeaders: names.split(';'), signature };
}

/** The signature that a POST should have which says `timestamp` in `X-TC-Timestamp`. */
export function signatureOf(
  { path, headers, bytes }: Incoming,
  { scope, date, service, signedHeaders }: Omit<Credential, 'secretId' | 'signature'>,
  timestamp: string,
  secret: string,
): string {
  const [uri = '/', query = ''] = path.split('?');
  const canonical = [
    ...['POST', uri, query],
    ...signedHeaders.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .toLowerCase()}`,
    ),
    ...['', signedHeaders.join(';'), digest(bytes)],
  ].join('\n');
  const signed = ['TC3-HMAC-SHA256', timestamp, scope, digest(canonical)].join('\n');
  const key = [date, service, 'tc3_request'].reduce<string | Buffer>(
    (secretSoFar, part) => hmac(secretSoFar, part),
    `TC3${secret}`,
  );
  return hmac(key, signed).toString('hex');
}

function digest(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
