import { printChanges } from './document/print-changes.ts';
import { readDocument } from './document/read-document.ts';
import { sendFile } from './document/send-file.ts';
import type { ExitStatus } from './exit-status.ts';
import { jsonOption, readWords } from './read-words.ts';
import { WordsError } from './words-error.ts';

/** `headgate apply [--prune] FILE`: prints a line per change; problems go to standard error. */
export const apply = (words: readonly string[]): Promise<ExitStatus> => send(words, false);

/** `headgate diff [--prune] FILE`: prints what `apply` would change, and ends with 3 where that is something. */
export const diff = (words: readonly string[]): Promise<ExitStatus> => send(words, true);

async function send(words: readonly string[], dryRun: boolean): Promise<ExitStatus> {
  const { file, prune, json } = readWish(words);
  const answer = await sendFile(file, readDocument, { prune, dryRun });
  if (typeof answer === 'number') return answer;
  printChanges(answer, { json });
  return dryRun && answer.changes.length > 0 ? 3 : 0;
}

function readWish(words: readonly string[]): { file: string; prune: boolean; json: boolean } {
  const { values, positionals } = readWords(words, {
    ...jsonOption,
    prune: { type: 'boolean', default: false },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new WordsError('');
  return { file, ...values };
}
