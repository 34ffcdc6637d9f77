import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '@headgate/runtime/config';
import { FaultError } from '@headgate/runtime/errors';
import { findHome, resolveAsTyped } from '../toolchain/find-home.mjs';
import { AccountUnreachable, applyDocument } from './apply-document.ts';
import { readPatience } from './apply-settings.ts';
import type { ExitStatus } from './exit-status.ts';
import { usage } from './help.ts';
import { DocumentError, readDocument } from './read-document.ts';
import { findRunningSystem } from './running-system.ts';

const repository = join(import.meta.dirname, '../..');

/** `headgate apply [--prune] FILE`: prints a line per change; problems go to standard error. */
export async function apply(words: readonly string[]): Promise<ExitStatus> {
  const [file, ...more] = words.filter((word) => !word.startsWith('-'));
  const options = words.filter((word) => word.startsWith('-'));
  if (file === undefined || more.length > 0 || options.some((option) => option !== '--prune')) {
    process.stderr.write(usage);
    return 2;
  }
  const system = findRunningSystem(findHome(process.env, repository));
  const address = process.env.HEADGATE_ACCOUNT_ADDRESS || system?.accountAddress;
  if (!address) {
    process.stderr.write(`Nothing runs here, and HEADGATE_ACCOUNT_ADDRESS is missing.\n\n${usage}`);
    return 2;
  }
  try {
    const env = { HEADGATE_SANDBOX_URL: system?.sandboxUrl, ...process.env };
    const document = readDocument(await readText(resolveAsTyped(file, process.env, repository)), env);
    const patienceMs = readPatience(process.env);
    const prune = options.includes('--prune');
    const { changes, warnings } = await applyDocument(address, document, { prune, patienceMs });
    for (const warning of warnings) process.stdout.write(`warning: ${warning}\n`);
    for (const change of changes) process.stdout.write(`${change}\n`);
    if (changes.length === 0) process.stdout.write('nothing to change\n');
    return 0;
  } catch (error) {
    return explain(error, file);
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new DocumentError([cause instanceof Error ? cause.message : String(cause)]);
  }
}

function explain(error: unknown, file: string): ExitStatus {
  if (error instanceof AccountUnreachable || error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
  if (error instanceof DocumentError) {
    process.stderr.write(`${file} cannot be read:\n${error.problems.map((line) => `  ${line}\n`).join('')}`);
    return 1;
  }
  if (error instanceof FaultError) {
    process.stderr.write(`${error.fault.message}\n`);
    return 1;
  }
  throw error;
}
