import { createHmac } from 'node:crypto';
import { secretOf } from '../converse/signature.ts';
import type { JsonRecord } from '../json-record.ts';

interface TokenParts {
  accessKey?: string;
  secretKey?: string;
  header?: JsonRecord;
  claims?: JsonRecord;
}

/** A token as the vendor's documents make it. */
export function klingToken({
  accessKey = 'AKIDSANDBOX',
  secretKey,
  header,
  claims,
}: TokenParts = {}): string {
  const now = Math.floor(Date.now() / 1_000);
  const parts = [
    { alg: 'HS256', typ: 'JWT', ...header },
    { iss: accessKey, exp: now + 1_800, nbf: now - 5, ...claims },
  ];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const key = secretKey ?? secretOf(accessKey);
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

export interface KlingAnswer {
  status: number;
  code: number;
  message: string;
  data: Record<string, unknown>;
}

/** Calls Kling, for which there is no SDK. */
export function createKlingClient(url: string, token = klingToken()) {
  async function call(path: string, body?: object): Promise<KlingAnswer> {
    const answer = await fetch(`${url}/kling/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: token === '' ? '' : `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: answer.status, ...JSON.parse(await answer.text()) };
  }
  return { post: (path: string, body: object) => call(path, body), get: (path: string) => call(path) };
}
