import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { secretOf } from '../converse/signature.ts';
import { asRecord, parseJson } from '../json-record.ts';
import type { Checked, VendorError } from './vendor-error.ts';

/**
 * The access key of a token that is signed with the secret key that belongs to it, and good at this moment. Access keys
 * that begin with "bad" are unknown.
 */
export function authorize({ authorization }: IncomingHttpHeaders, nowMs: number): Checked<string> {
  if (!authorization) return refused(1001, 'Authorization is empty');
  const token = /^Bearer (\S+)$/.exec(authorization)?.[1] ?? '';
  const [head = '', body = '', signature = ''] = token.split('.');
  const header = decode(head);
  const { iss, exp, nbf } = decode(body) ?? {};
  if (header?.alg !== 'HS256' || header.typ !== 'JWT') return refused(1002, 'Authorization is invalid');
  if (typeof iss !== 'string' || typeof exp !== 'number') return refused(1002, 'Authorization is invalid');
  if (iss.startsWith('bad')) return refused(1002, 'access key not found');
  const expected = createHmac('sha256', secretOf(iss)).update(`${head}.${body}`).digest('base64url');
  if (expected !== signature) return refused(1000, 'Authentication failed');
  const now = nowMs / 1_000;
  if (typeof nbf === 'number' && nbf > now) return refused(1003, 'Authorization is not yet valid');
  return exp > now ? { type: 'ok', value: iss } : refused(1004, 'Authorization has expired');
}

function refused(code: number, message: string): { type: 'refused'; error: VendorError } {
  return { type: 'refused', error: { status: 401, code, message } };
}

function decode(part: string): Record<string, unknown> | null {
  return asRecord(parseJson(Buffer.from(part, 'base64url').toString()));
}
