import { type Ending, isEnding } from './job.ts';

/** What the words in double brackets ask of a job. */
export interface JobControls {
  /** The poll that sees the end; null as the vendor has states. */
  polls: number | null;
  isHeld: boolean;
  ending: Ending;
}

export type ReadControls = { type: 'controls'; controls: JobControls } | { type: 'problem'; message: string };

const mostPolls = 10_000;

/** Reads `[[polls=5]]`, `[[hold]]` and `[[ends=failed]]` in a prompt. Other brackets are text. */
export function readControls(prompt: string): ReadControls {
  const controls: JobControls = { polls: null, isHeld: false, ending: 'succeeded' };
  for (const [, words = ''] of prompt.matchAll(/\[\[\s*((?:hold|polls=|ends=)[^\]]*)\]\]/g)) {
    for (const word of words.trim().split(/\s+/)) {
      if (!readWord(word, controls)) {
        return { type: 'problem', message: `The control [[${words}]] has an unknown word "${word}".` };
      }
    }
  }
  return { type: 'controls', controls };
}

function readWord(word: string, controls: JobControls): boolean {
  const [name, value = ''] = word.split('=', 2);
  if (name === 'hold') controls.isHeld = true;
  else if (name === 'ends' && isEnding(value)) controls.ending = value;
  else if (name === 'polls' && /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= mostPolls) {
    controls.polls = Number(value);
  } else return false;
  return true;
}
