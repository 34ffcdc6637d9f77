import type { TextBlock } from './blocks.ts';
import type { Turn } from './request.ts';

/** Whether a text speaks of JSON: OpenAI and others refuse to write an object of any shape where none does. */
export function mentionsJson(instructions: readonly TextBlock[], turns: readonly Turn[]): boolean {
  return (
    instructions.some(speaksOfIt) ||
    turns.some(({ blocks }) => blocks.some((block) => block.kind === 'text' && speaksOfIt(block)))
  );
}

function speaksOfIt({ text }: TextBlock): boolean {
  return /json/i.test(text);
}

/** For a conversation that does not. */
export const jsonRequest = 'Answer with one JSON object.';
