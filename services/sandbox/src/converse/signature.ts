// Only this vendor has its requests signed. Source: the IAM guide, "Create a signed AWS API request".
import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Incoming } from '../exchange/dialect.ts';

/** What an `Authorization` header of Signature Version 4 says. */
export interface Credential {
  accessKeyId: string;
  /** `20261121/us-east-1/bedrock/aws4_request`. */
  scope: string;
  signedHeaders: string[];
  signature: string;
  date: string;
  /** Milliseconds since 1970. */
  signedAt: number;
}

const pattern =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8}\/[a-z0-9-]+\/bedrock\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
const datePattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

export function readCredential(headers: IncomingHttpHeaders): Credential | null {
  const [, accessKeyId = '', scope = '', names = '', signature = ''] =
    pattern.exec(headers.authorization ?? '') ?? [];
  const date = String(headers['x-amz-date'] ?? '');
  const [, year, month, day, hour, minute, second] = datePattern.exec(date) ?? [];
  if (signature === '' || year === undefined) return null;
  const signedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return { accessKeyId, scope, signedHeaders: names.split(';'), signature, date, signedAt };
}

/** Every access key is known to the sandbox, with this secret. */
export function secretOf(accessKeyId: string): string {
  return `secret-of-${accessKeyId}`;
}

export function signatureOf(
  { path, headers, bytes }: Incoming,
  { scope, signedHeaders, date }: Credential,
  secret: string,
): string {
  const canonical = [
    'POST',
    canonicalPath(path),
    '',
    ...signedHeaders.map((name) => `${name}:${headerOf(headers, name)}`),
    '',
    signedHeaders.join(';'),
    digest(bytes),
  ].join('\n');
  const signed = ['AWS4-HMAC-SHA256', date, scope, digest(canonical)].join('\n');
  const key = scope
    .split('/')
    .reduce<string | Buffer>((secretSoFar, part) => hmac(secretSoFar, part), `AWS4${secret}`);
  return hmac(key, signed).toString('hex');
}

/** The path as it came, each of its parts encoded once more: all services but S3 want it so. */
function canonicalPath(path: string): string {
  const [withoutQuery = ''] = path.split('?', 1);
  const encode = (part: string): string =>
    encodeURIComponent(part).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return withoutQuery.split('/').map(encode).join('/');
}

function headerOf(headers: IncomingHttpHeaders, name: string): string {
  return String(headers[name] ?? '')
    .trim()
    .replace(/ +/g, ' ');
}

function digest(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
