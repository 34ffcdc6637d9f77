import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** OWASP's minimum for argon2id: 19 MiB, two passes; about 50 ms of one core. */
const current = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

const deriveKey = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);

/** The encoded argon2id hash of a password: parameters, salt and hash in the usual PHC form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, salt, current, hashBytes);
  const { memory, passes, parallelism } = current;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`;
}

/** Whether the password has this hash, by the parameters that stand in the hash itself. */
export async function verifyPassword(password: string, encoded: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(encoded);
  if (!parts) return false;
  const [, memory, passes, parallelism, salt = '', hash = ''] = parts;
  const expected = Buffer.from(hash, 'base64');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await derive(password, Buffer.from(salt, 'base64'), parameters, expected.length);
  return timingSafeEqual(actual, expected);
}

/** A hash that no password has. Verifying against it costs what verifying a user's costs. */
export const impossibleHash = `$argon2id$v=19$m=${current.memory},t=${current.passes},p=${current.parallelism}$${encode(
  Buffer.alloc(saltBytes),
)}$${encode(Buffer.alloc(hashBytes))}`;

function derive(
  password: string,
  salt: Buffer,
  parameters: typeof current,
  tagLength: number,
): Promise<Buffer> {
  return deriveKey('argon2id', { message: password, nonce: salt, tagLength, ...parameters });
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
