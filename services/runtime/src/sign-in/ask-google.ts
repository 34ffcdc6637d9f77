import { importPKCS8, SignJWT } from 'jose';
import { isRecord } from '../is-record.ts';
import type { AccessToken } from './access-tokens.ts';
import { readServiceAccount, type ServiceAccount } from './service-account.ts';

/** Sends a small question and reads its small answer whole. */
export type Post = (
  url: URL,
  request: { headers: Record<string, string>; body: Buffer },
) => Promise<{ status: number; body: Buffer }>;

/** What shows who calls is refused, or cannot be read: to ask again is of no use. */
export class CredentialError extends Error {}

const scope = 'https://www.googleapis.com/auth/cloud-platform';
const lifeSeconds = 3_600;

/**
 * Asks Google for an access token in the name of a service account. Rejects with what is wrong, without a word of the
 * key. Source: Google Identity, "Using OAuth 2.0 for server to server applications".
 */
export async function askGoogle(keyFile: string, post: Post): Promise<AccessToken> {
  const account = readAccount(keyFile);
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: await signAssertion(account),
  });
  const { status, body } = await post(account.tokenUrl, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: Buffer.from(form.toString()),
  });
  const answer = parse(body);
  if (status !== 200) {
    const words = `The token was refused with ${status}: ${reasonOf(answer)}`;
    throw [400, 401, 403].includes(status) ? new CredentialError(words) : new Error(words);
  }
  const { access_token: value, expires_in: expiresIn } = answer;
  if (typeof value !== 'string' || typeof expiresIn !== 'number')
    throw new Error('The answer of the token endpoint holds no token');
  return { value, expiresInMs: expiresIn * 1_000 };
}

function readAccount(keyFile: string): ServiceAccount {
  try {
    return readServiceAccount(keyFile);
  } catch (error) {
    throw new CredentialError(error instanceof Error ? error.message : String(error));
  }
}

async function signAssertion({ email, privateKey, privateKeyId, tokenUrl }: ServiceAccount): Promise<string> {
  const header = { alg: 'RS256', typ: 'JWT', ...(privateKeyId !== undefined && { kid: privateKeyId }) };
  const issuedAt = Math.floor(Date.now() / 1_000);
  return new SignJWT({ scope })
    .setProtectedHeader(header)
    .setIssuer(email)
    .setAudience(tokenUrl.href)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifeSeconds)
    .sign(await importKey(privateKey));
}

async function importKey(privateKey: string) {
  try {
    return await importPKCS8(privateKey, 'RS256');
  } catch {
    throw new CredentialError('The private_key of the service account cannot be read');
  }
}

function parse(body: Buffer): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(body.toString('utf8'));
    return isRecord(json) ? json : {};
  } catch {
    return {};
  }
}

function reasonOf({ error, error_description: description }: Record<string, unknown>): string {
  return [error, description].filter((word) => typeof word === 'string').join(', ') || 'no reason given';
}
