import type { ExitStatus } from './exit-status.ts';
import { printJson } from './print.ts';
import { jsonOption, readWords } from './read-words.ts';
import { sendConfiguration, type Wish } from './send-configuration.ts';
import { WordsError } from './words-error.ts';

/** `headgate apply [--prune] FILE`: prints a line per change; problems go to standard error. */
export const apply = (words: readonly string[]): Promise<ExitStatus> => send(words, false);

/** `headgate diff [--prune] FILE`: prints what `apply` would change, and ends with 3 where that is something. */
export const diff = (words: readonly string[]): Promise<ExitStatus> => send(words, true);

async function send(words: readonly string[], dryRun: boolean): Promise<ExitStatus> {
  const { json, ...wish } = readWish(words);
  const answer = await sendConfiguration(wish, { dryRun });
  if (typeof answer === 'number') return answer;
  const { changes, warnings } = answer;
  if (json) {
    printJson({ changes, warnings });
  } else {
    const lines = [...warnings.map((warning) => `warning: ${warning}`), ...changes];
    if (changes.length === 0) lines.push('nothing to change');
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  return dryRun && changes.length > 0 ? 3 : 0;
}

function readWish(words: readonly string[]): Wish & { json: boolean } {
  const { values, positionals } = readWords(words, {
    ...jsonOption,
    prune: { type: 'boolean', default: false },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new WordsError('');
  return { file, ...values };
}
