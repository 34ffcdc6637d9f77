import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** What a hash costs whoever makes it: KiB of memory, passes over it, and lanes. */
export interface Cost {
  memory: number;
  passes: number;
  parallelism: number;
}

const saltBytes = 16;
const hashBytes = 32;

const deriveKey = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);

/** The encoded argon2id hash of a password: parameters, salt and hash in the usual PHC form. */
export async function hashPassword(password: string, cost: Cost): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, salt, cost, hashBytes);
  return write(cost, salt, hash);
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
export function impossibleHash(cost: Cost): string {
  return write(cost, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));
}

function write({ memory, passes, parallelism }: Cost, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`;
}

function derive(password: string, salt: Buffer, parameters: Cost, tagLength: number): Promise<Buffer> {
  return deriveKey('argon2id', { message: password, nonce: salt, tagLength, ...parameters });
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
