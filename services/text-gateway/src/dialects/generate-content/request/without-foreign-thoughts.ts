import { hasWrappedSeals } from '../../../canon/seal.ts';
import { editElements } from '../../../json/edit-elements.ts';
import { ifReadable } from '../../../json/if-readable.ts';
import { elementsIn, membersIn, textOf } from '../../../json/parts.ts';
import { scanObject } from '../../../json/scan.ts';
import { splice } from '../../../json/splice.ts';
import { unknownSeal } from '../encode-blocks.ts';
import type { ModelTraits } from '../model-traits.ts';
import { isForeignSeal } from '../wire/seal-slot.ts';

/**
 * The body without the thoughts and seals of upstreams of other dialects; all else keeps its bytes, also what only the vendor knows.
 * Calls that are left without a seal get the vendor's own word for that, where the model demands one. Undefined where seals
 * stand in places that are not looked at.
 */
export function withoutForeignThoughts(
  body: Buffer,
  { demandsSeals }: Pick<ModelTraits, 'demandsSeals'>,
): Buffer | undefined {
  return ifReadable(() => {
    const cut = editElements(body, 'contents', (content) => {
      const kept = cutContent(content);
      return kept && demandsSeals ? signFirstCall(kept) : kept;
    });
    return hasWrappedSeals(cut, 'generate-content') ? undefined : cut;
  });
}

/** Undefined where nothing is left, which the vendor would refuse. */
function cutContent(content: Buffer): Buffer | undefined {
  const cut = editElements(content, 'parts', cutPart);
  return cut === content || elementsIn(membersIn(cut)?.('parts')).length > 0 ? cut : undefined;
}

const slots = ['thoughtSignature', 'thought_signature'];

function cutPart(part: Buffer): Buffer | undefined {
  const member = membersIn(part);
  const foreign = slots.filter((name) => isForeignSeal(textOf(member?.(name)) ?? ''));
  if (foreign.length === 0) return part;
  if (String(member?.('thought')) === 'true') return undefined;
  return splice(part, scanObject(part), new Map(foreign.map((name) => [name, undefined])));
}

/** The vendor asks it of the first of the calls that a model makes at once. */
function signFirstCall(content: Buffer): Buffer {
  let isFirst = true;
  return editElements(content, 'parts', (part) => {
    const member = membersIn(part);
    if (!isFirst || !(member?.('functionCall') ?? member?.('function_call'))) return part;
    isFirst = false;
    if (slots.some((name) => member(name))) return part;
    return splice(part, scanObject(part), new Map([['thoughtSignature', JSON.stringify(unknownSeal)]]));
  });
}
