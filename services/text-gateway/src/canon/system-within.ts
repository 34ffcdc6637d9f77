import type { TextBlock } from './blocks.ts';

const [open, close] = ['<system-reminder>', '</system-reminder>'];

/**
 * System texts that come when a conversation has begun, as what the user says there. Agents add them as it goes on: in front
 * they would change the beginning of the prompt, and nothing behind it would be read from a cache any more. Models that know of
 * none within a conversation are told them in the form in which Claude Code tells them.
 */
export function systemWithin(texts: readonly TextBlock[]): TextBlock[] {
  return texts
    .filter(({ text }) => text.trim() !== '')
    .map((block) => ({ ...block, text: mark(block.text), isSystem: true }));
}

function mark(text: string): string {
  return text.trimStart().startsWith(open) ? text : `${open}\n${text}\n${close}`;
}
