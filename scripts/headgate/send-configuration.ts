import { readFile } from 'node:fs/promises';
import type { ApplyConfigResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import { ConfigError } from '@headgate/runtime/config';
import { FaultError } from '@headgate/runtime/errors';
import { repository } from '../start/repository.ts';
import { resolveAsTyped } from '../toolchain/find-home.mjs';
import { AccountUnreachable, applyDocument } from './apply-document.ts';
import { readPatience } from './apply-settings.ts';
import type { ExitStatus } from './exit-status.ts';
import { DocumentError, readDocument } from './read-document.ts';
import { findRunningSystem } from './running-system.ts';
import { WordsError } from './words-error.ts';

/** Which file is sent, and whether what it no longer names is meant too. */
export interface Wish {
  file: string;
  prune: boolean;
}

/** Has account apply a file, or say what it would change; or says why not, and gives what the command ends with. */
export async function sendConfiguration(
  { file, prune }: Wish,
  { dryRun }: { dryRun: boolean },
): Promise<ApplyConfigResponse | ExitStatus> {
  const system = findRunningSystem();
  const address = process.env.HEADGATE_ACCOUNT_ADDRESS || system?.accountAddress;
  if (!address) throw new WordsError('Nothing runs here, and HEADGATE_ACCOUNT_ADDRESS is missing.');
  try {
    const env = { HEADGATE_SANDBOX_URL: system?.sandboxUrl, ...process.env };
    const document = readDocument(await readText(resolveAsTyped(file, process.env, repository)), env);
    const patienceMs = readPatience(process.env);
    return await applyDocument(address, document, { prune, dryRun, patienceMs });
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
