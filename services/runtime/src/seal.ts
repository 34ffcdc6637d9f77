import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * A sealed secret: format byte, id of the master key (4 bytes), nonce (12), AES-256-GCM ciphertext, tag (16).
 * Format and key id stand in front so that a second master key can take over secret by secret. The place it
 * was sealed for is authenticated: a secret copied to another row does not open there.
 */
const format = 1;
const keyIdBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + keyIdBytes;
const algorithm = 'aes-256-gcm';

/** Seals `secret` for `place`. Each call gives other bytes. */
export function seal(masterKey: Buffer, place: string, secret: string): Buffer {
  const head = Buffer.concat([Buffer.of(format), masterKeyId(masterKey)]);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, masterKey, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.concat([head, Buffer.from(place)]));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([head, nonce, sealed, cipher.getAuthTag()]);
}

/** The secret, or undefined when it was sealed under another key, for another place, or was changed. */
export function open(masterKey: Buffer, place: string, sealed: Buffer): string | undefined {
  const head = sealed.subarray(0, headBytes);
  if (sealed.length < headBytes + nonceBytes + tagBytes) return undefined;
  if (head[0] !== format || !head.subarray(1).equals(masterKeyId(masterKey))) return undefined;
  const nonce = sealed.subarray(headBytes, headBytes + nonceBytes);
  const decipher = createDecipheriv(algorithm, masterKey, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.concat([head, Buffer.from(place)]));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    const text = decipher.update(sealed.subarray(headBytes + nonceBytes, -tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function masterKeyId(masterKey: Buffer): Buffer {
  return createHash('sha256')
    .update('headgate master key id')
    .update(masterKey)
    .digest()
    .subarray(0, keyIdBytes);
}
