import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { repository } from '../../start/repository.ts';
import { resolveAsTyped } from '../../toolchain/find-home.mjs';
import { decodeText } from './decode-text.ts';
import { DocumentError } from './read-document.ts';

/** The text of a file as it was typed, or of standard input for `-`. Throws a DocumentError where it cannot be read. */
export async function readText(file: string): Promise<string> {
  return decodeText(await readBytes(file));
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    if (file === '-') return await buffer(process.stdin);
    return await readFile(resolveAsTyped(file, process.env, repository));
  } catch (cause) {
    throw new DocumentError([cause instanceof Error ? cause.message : String(cause)]);
  }
}
