import { readFile } from 'node:fs/promises';
import { ConfigError } from '@headgate/runtime/config';
import { FaultError } from '@headgate/runtime/errors';
import { repository } from '../start/repository.ts';
import { resolveAsTyped } from '../toolchain/find-home.mjs';
import { AccountUnreachable, applyDocument } from './apply-document.ts';
import { readPatience } from './apply-settings.ts';
import type { ExitStatus } from './exit-status.ts';
import { readLitellm } from './prices/read-litellm.ts';
import { readOwn } from './prices/read-own.ts';
import { selectModels } from './prices/select-models.ts';
import { printJson } from './print.ts';
import { DocumentError } from './read-document.ts';
import { jsonOption, readWords } from './read-words.ts';
import { findRunningSystem } from './running-system.ts';
import { WordsError } from './words-error.ts';

const readers = { headgate: readOwn, litellm: readLitellm };
type Format = keyof typeof readers;

interface Wish {
  file: string;
  format: Format;
  models: string | undefined;
  dryRun: boolean;
  json: boolean;
}

/** `headgate prices import FILE`: merges the prices of a file into those that are applied, and touches nothing else. */
export async function prices(words: readonly string[]): Promise<ExitStatus> {
  const wish = readWish(words);
  const address = process.env.HEADGATE_ACCOUNT_ADDRESS || findRunningSystem()?.accountAddress;
  if (!address) throw new WordsError('Nothing runs here, and HEADGATE_ACCOUNT_ADDRESS is missing.');
  try {
    const text = await readFile(resolveAsTyped(wish.file, process.env, repository), 'utf8');
    const { models, skipped } = selectModels(readers[wish.format](text), wish.models);
    const options = { keepMembers: true, dryRun: wish.dryRun, patienceMs: readPatience(process.env) };
    const { changes, warnings } = await applyDocument(address, { models }, options);
    if (wish.json) {
      printJson({ changes, warnings: [...skipped, ...warnings] });
      return 0;
    }
    const lines = [...[...skipped, ...warnings].map((line) => `warning: ${line}`), ...changes];
    if (changes.length === 0) lines.push('nothing to change');
    process.stdout.write(`${lines.join('\n')}\n`);
    return 0;
  } catch (error) {
    return explain(error, wish.file);
  }
}

function readWish(words: readonly string[]): Wish {
  const { values, positionals } = readWords(words, {
    ...jsonOption,
    format: { type: 'string', default: 'headgate' },
    models: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
  });
  const [verb, file, ...more] = positionals;
  const { format, models, 'dry-run': dryRun, json } = values;
  if (verb !== 'import' || file === undefined || more.length > 0 || !isFormat(format))
    throw new WordsError('');
  return { file, format, models, dryRun, json };
}

function isFormat(name: string): name is Format {
  return Object.hasOwn(readers, name);
}

function explain(error: unknown, file: string): ExitStatus {
  if (error instanceof AccountUnreachable || error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
  if (error instanceof FaultError) process.stderr.write(`${error.fault.message}\n`);
  else if (error instanceof DocumentError || isSystemError(error))
    process.stderr.write(`${file} cannot be read: ${error.message}\n`);
  else throw error;
  return 1;
}

function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}
