import { refuse } from '../families/refuse.ts';

/**
 * Parameters in a prompt that would make more, or something dearer, than was priced. The proxy overlooks `batchSize` beside
 * whatever begins like `--bs`. Midjourney takes a dash for the two hyphens.
 */
const dearer = {
  picture: /(?:--|[–—])(?:bs|(?:repeat|r|video)(?![a-z]))/i,
  film: /(?:--|[–—])(?:bs|(?:repeat|r|hd|sd)(?![a-z]))/i,
};

/** Words of which each makes a prompt of its own. */
const permutation = /(?<!\\)\{[^{},]*,[^{}]*\}/;

/** The prompt, which asks for one thing alone. */
export function requireOne(prompt: string, kind: keyof typeof dearer): string {
  const [found] = dearer[kind].exec(prompt) ?? [];
  const instead =
    kind === 'film' ? 'films are asked for by batchSize and videoType.' : 'one is made at a time.';
  if (found !== undefined) refuse('prompt', `prompt has ${found}, which is not taken: ${instead}`);
  if (permutation.test(prompt))
    refuse('prompt', 'prompt has words in braces, which stand for several prompts.');
  return prompt;
}
