import { printChanges } from './document/print-changes.ts';
import { sendFile } from './document/send-file.ts';
import type { ExitStatus } from './exit-status.ts';
import { readLitellm } from './prices/read-litellm.ts';
import { readOwn } from './prices/read-own.ts';
import { selectModels } from './prices/select-models.ts';
import { jsonOption, readWords } from './read-words.ts';
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
  const { file, format, models: patterns, dryRun, json } = readWish(words);
  const leftOut: string[] = [];
  const read = (text: string) => {
    const { models, skipped } = selectModels(readers[format](text), patterns);
    leftOut.push(...skipped);
    return { models };
  };
  const answer = await sendFile(file, read, { keepMembers: true, dryRun });
  if (typeof answer === 'number') return answer;
  const { changes, warnings } = answer;
  printChanges({ changes, warnings: [...leftOut, ...warnings] }, { json });
  return 0;
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
