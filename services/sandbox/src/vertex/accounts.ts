import { generateKeyPairSync, type KeyPairKeyObjectResult, randomBytes, verify } from 'node:crypto';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';

/** The service account that this sandbox knows, and the tokens that it gave. */
export interface Accounts {
  /** What an administrator would download, for a token endpoint at that address. */
  keyFile(tokenUrl: string): JsonRecord;
  /** A token in exchange for an assertion, or the vendor's words for what is wrong with that. */
  exchange(assertion: string, tokenUrl: string): { token: string } | { error: string };
  isGood(token: string): boolean;
  /** How many tokens were given so far. */
  given(): number;
  /** No token that was given so far is good any more. */
  revoke(): void;
}

export const tokenLifeSeconds = 3_599;

const email = 'gateway@sandbox-project.iam.gserviceaccount.com';
const keyId = 'sandbox-key';
const scope = 'https://www.googleapis.com/auth/cloud-platform';
/** Clients that know where the vendor's endpoint is name it, whatever their key file says. */
const googleTokenUrl = 'https://oauth2.googleapis.com/token';
const maxTokens = 10_000;

export function createAccounts(): Accounts {
  let pair: KeyPairKeyObjectResult | undefined;
  const tokens = new Set<string>();
  let given = 0;
  // Made when it is first needed: few sandboxes are asked.
  const keys = (): KeyPairKeyObjectResult => {
    pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 });
    return pair;
  };
  return {
    keyFile: (tokenUrl) => ({
      type: 'service_account',
      project_id: 'sandbox-project',
      private_key_id: keyId,
      private_key: keys().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      client_email: email,
      token_uri: tokenUrl,
    }),
    exchange(assertion, tokenUrl) {
      const [header = '', claims = '', signature = ''] = assertion.split('.');
      const signed = Buffer.from(`${header}.${claims}`);
      const { alg, kid = keyId } = readPart(header);
      const isSigned =
        alg === 'RS256' &&
        kid === keyId &&
        verify('sha256', signed, keys().publicKey, Buffer.from(signature, 'base64url'));
      if (!isSigned) return { error: 'Invalid JWT Signature.' };
      const error = checkClaims(readPart(claims), tokenUrl);
      if (error !== null) return { error };
      const token = `ya29.${randomBytes(24).toString('base64url')}`;
      const [oldest] = tokens;
      if (tokens.size >= maxTokens && oldest !== undefined) tokens.delete(oldest);
      tokens.add(token);
      given += 1;
      return { token };
    },
    isGood: (token) => tokens.has(token),
    given: () => given,
    revoke: () => tokens.clear(),
  };
}

function readPart(part: string): JsonRecord {
  return asRecord(parseJson(Buffer.from(part, 'base64url').toString())) ?? {};
}

function checkClaims(claims: JsonRecord, tokenUrl: string): string | null {
  const now = Date.now() / 1_000;
  const { iat, exp } = claims;
  if (claims.iss !== email) return 'Invalid grant: account not found';
  if (claims.aud !== tokenUrl && claims.aud !== googleTokenUrl) return 'Failed audience check.';
  if (typeof iat !== 'number' || typeof exp !== 'number' || exp <= now || exp - iat > 3_600 || iat > now + 60)
    return 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.';
  return claims.scope === scope ? null : 'Invalid OAuth scope or ID token audience provided.';
}
