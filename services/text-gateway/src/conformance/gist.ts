import type { Reply } from '../canon/fold.ts';
import { inputOf, noUsage, outputOf } from '../canon/usage.ts';

/** What no dialect may lose of an answer, whatever else it cannot say. */
export interface Gist {
  text: string;
  calls: { name: string; args: unknown }[];
  input: number;
  output: number;
  hasEnded: boolean;
}

export function gistOf({ blocks, usage = noUsage, ending }: Reply): Gist {
  return {
    // A refusal is a text of its own kind in some dialects.
    text: blocks
      .map((block) => (block.kind === 'text' || block.kind === 'refusal' ? block.text : ''))
      .join(''),
    calls: blocks.flatMap((block) =>
      block.kind === 'tool-call' ? [{ name: block.name, args: JSON.parse(block.argsText || '{}') }] : [],
    ),
    input: inputOf(usage),
    output: outputOf(usage),
    hasEnded: ending !== undefined,
  };
}
