import type { ApplyConfigResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import { ConfigError } from '@headgate/runtime/config';
import { FaultError } from '@headgate/runtime/errors';
import type { ExitStatus } from '../exit-status.ts';
import { findRunningSystem } from '../running-system.ts';
import { WordsError } from '../words-error.ts';
import { AccountUnreachable, type ApplyOptions, applyDocument } from './apply-document.ts';
import { readPatience } from './apply-settings.ts';
import { DocumentError } from './read-document.ts';
import { readText } from './read-text.ts';

/** What a file says, as account takes it. Throws a DocumentError where it cannot be read. */
export type ReadDocument = (text: string, env: NodeJS.ProcessEnv) => unknown;

/** Has account apply a file, or say what it would change; or says why not, and gives what the command ends with. */
export async function sendFile(
  file: string,
  read: ReadDocument,
  options: Omit<ApplyOptions, 'patienceMs'>,
): Promise<ApplyConfigResponse | ExitStatus> {
  const system = findRunningSystem();
  const address = process.env.HEADGATE_ACCOUNT_ADDRESS || system?.accountAddress;
  if (!address) throw new WordsError('Nothing runs here, and HEADGATE_ACCOUNT_ADDRESS is missing.');
  try {
    const env = { HEADGATE_SANDBOX_URL: system?.sandboxUrl, ...process.env };
    const document = read(await readText(file), env);
    return await applyDocument(address, document, { ...options, patienceMs: readPatience(process.env) });
  } catch (error) {
    return explain(error, file);
  }
}

function explain(error: unknown, file: string): ExitStatus {
  if (error instanceof AccountUnreachable || error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
  if (error instanceof DocumentError) {
    const name = file === '-' ? 'What came on standard input' : file;
    process.stderr.write(`${name} cannot be read:\n${error.problems.map((line) => `  ${line}\n`).join('')}`);
    return 1;
  }
  if (error instanceof FaultError) {
    process.stderr.write(`${error.fault.message}\n`);
    return 1;
  }
  throw error;
}
