import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { allOf, type RotatingSecret } from './rotating-secret.ts';

/**
 * A sealed secret: format byte, id of the master key (4 bytes), nonce (12), AES-256-GCM ciphertext, tag (16).
 * Format and key id stand in front so that a second master key can take over secret by secret. The place it
 * was sealed for is authenticated: a secret copied to another row does not open there.
 */
const format = 1;
const keyIdBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

/** How many bytes say in which format and under which master key something is sealed. */
export const headBytes = 1 + keyIdBytes;

/** Seals `secret` for `place` under the current master key. Each call gives other bytes. */
export function seal(masterKey: RotatingSecret, place: string, secret: string): Buffer {
  const head = sealHead(masterKey.current);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, masterKey.current, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.concat([head, Buffer.from(place)]));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([head, nonce, sealed, cipher.getAuthTag()]);
}

/** The secret, or undefined when it was sealed under none of these keys, for another place, or was changed. */
export function open(masterKey: RotatingSecret, place: string, sealed: Buffer): string | undefined {
  const head = sealed.subarray(0, headBytes);
  if (sealed.length < headBytes + nonceBytes + tagBytes) return undefined;
  const key = allOf(masterKey).find((each) => sealHead(each).equals(head));
  if (key === undefined) return undefined;
  const nonce = sealed.subarray(headBytes, headBytes + nonceBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.concat([head, Buffer.from(place)]));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    const text = decipher.update(sealed.subarray(headBytes + nonceBytes, -tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** What everything begins with that is sealed under this key. */
export function sealHead(key: Buffer): Buffer {
  return Buffer.concat([Buffer.of(format), hashOf(key)]);
}

/** What people may see of a master key, to tell one from another: it stands in whatever is sealed under it. */
export function keyIdOf(key: Buffer): string {
  return hashOf(key).toString('hex');
}

function hashOf(key: Buffer): Buffer {
  return createHash('sha256').update('headgate master key id').update(key).digest().subarray(0, keyIdBytes);
}
