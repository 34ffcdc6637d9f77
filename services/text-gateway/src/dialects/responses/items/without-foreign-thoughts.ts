import { sealPrefix } from '../../../canon/seal.ts';
import { editElements } from '../../../json/edit-elements.ts';
import { ifReadable } from '../../../json/if-readable.ts';
import { elementsIn, memberBytes, membersIn, textOf } from '../../../json/parts.ts';
import { scanObject } from '../../../json/scan.ts';
import { maxCallId } from './write-input.ts';

/**
 * The body without the thoughts and seals of upstreams of other dialects; all else keeps its bytes, also what only the vendor knows.
 * Undefined where it takes more than that: the vendor refuses long ids of calls, and looks up pictures, which others made, by
 * their ids.
 */
export function withoutForeignThoughts(body: Buffer): Buffer | undefined {
  return ifReadable(() => {
    const cut = editElements(body, 'input', (item) => (isForeignThought(item) ? undefined : item));
    const items = elementsIn(memberBytes(cut, scanObject(cut), 'input'));
    return cut.includes(sealPrefix) || items.some(isUnfit) ? undefined : cut;
  });
}

/** Each seal stands in an item of its own, whatever it belongs to. */
function isForeignThought(item: Buffer): boolean {
  const member = membersIn(item);
  const seal = textOf(member?.('encrypted_content'));
  return textOf(member?.('type')) === 'reasoning' && seal?.startsWith(sealPrefix) === true;
}

function isUnfit(item: Buffer): boolean {
  const member = membersIn(item);
  const isPicture = textOf(member?.('type')) === 'image_generation_call';
  const isForeignPicture = isPicture && ownId.test(textOf(member?.('id')) ?? '');
  return isForeignPicture || (textOf(member?.('call_id')) ?? '').length > maxCallId;
}

/** How ids end that are made here for the items of an answer. */
const ownId = /_\d+$/;
