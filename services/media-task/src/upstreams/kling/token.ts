import { createHmac } from 'node:crypto';

const lifeSeconds = 1_800;
/** Clocks differ. */
const leewaySeconds = 5;

/**
 * What a request proves itself with. A credential is `ACCESS_KEY:SECRET_KEY`, for a token that the secret signs; without
 * a colon it is sent as it is, for whoever speaks this protocol without being the vendor.
 */
export function authorize(key: string | undefined, nowMs: number): Record<string, string> {
  if (key === undefined) return {};
  const colon = key.indexOf(':');
  const token = colon < 0 ? key : sign(key.slice(0, colon), key.slice(colon + 1), Math.floor(nowMs / 1_000));
  return { authorization: `Bearer ${token}` };
}

/** The vendor refuses a token whose head has no `typ`. */
function sign(accessKey: string, secretKey: string, now: number): string {
  const parts = [
    { alg: 'HS256', typ: 'JWT' },
    { iss: accessKey, exp: now + lifeSeconds, nbf: now - leewaySeconds },
  ];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${createHmac('sha256', secretKey).update(signed).digest('base64url')}`;
}
