/**
 * Gemini signs the first call behind its thoughts, and some clients, its own CLI among them, give back no thoughts but what stands there.
 * So what other upstreams thought stands there too, whole, since these take it back in no other way.
 */
import type { AssistantBlock, ReasoningBlock } from '../../../canon/blocks.ts';
import { noSeal, readSeal, type Seal, wrapSeal } from '../../../canon/seal.ts';
import { recordsIn, textIn } from '../../../json/read.ts';

const mark = 'headgate.seal.of-thoughts.';

/** Writes thoughts into the slot of a call, or a hidden one into its own, as base64. */
export function carryThoughts(thoughts: readonly ReasoningBlock[]): string {
  const carried = thoughts.map(({ text, seal, isRedacted }) => ({
    text,
    seal: seal ? wrapSeal(seal, 'generate-content') : noSeal,
    isRedacted,
  }));
  return Buffer.from(mark + JSON.stringify(carried)).toString('base64');
}

/** Puts the thoughts that a call carries before an answer that came back without them. */
export function returnThoughts(blocks: readonly AssistantBlock[]): AssistantBlock[] {
  const carried: ReasoningBlock[] = [];
  const own = blocks.map((block) => {
    if (block.kind !== 'tool-call' || !block.seal?.value.startsWith(mark)) return block;
    carried.push(...readThoughts(block.seal));
    return { ...block, seal: undefined };
  });
  return own.some((block) => block.kind === 'reasoning' && block.seal) ? own : [...carried, ...own];
}

/** The thoughts that stand in a slot; none where it holds a seal, or what nobody here wrote. */
export function readThoughts(slot: Seal | undefined): ReasoningBlock[] {
  if (!slot?.value.startsWith(mark)) return [];
  let carried: unknown;
  try {
    carried = JSON.parse(slot.value.slice(mark.length));
  } catch {
    return [];
  }
  return recordsIn(carried).flatMap((thought) => {
    const slot = textIn(thought.seal);
    const seal = readSeal(slot, 'generate-content');
    const hidden = thought.isRedacted === true && { isRedacted: true };
    return seal || slot === noSeal
      ? [{ kind: 'reasoning', text: textIn(thought.text), ...(seal && { seal }), ...hidden }]
      : [];
  });
}
