/**
 * `encrypted_content` of reasoning items is the only slot for seals here, so it also holds those of other places,
 * marked. Other dialects have a slot at every place that is sealed.
 */
import { type Seal, unwrapSeal, wrapSeal } from '../../../canon/seal.ts';

/** Where a seal belongs: to the thought of its item, to a hidden one, or to the text or call before the item. */
export type SealPlace = 'thought' | 'hidden' | 'previous';

const marks: readonly [SealPlace, string][] = [
  ['hidden', 'headgate.seal.of-hidden.'],
  ['previous', 'headgate.seal.of-previous.'],
];

export function writeSlot(seal: Seal, place: SealPlace): string {
  const mark = marks.find(([name]) => name === place)?.[1] ?? '';
  return mark + wrapSeal(seal, 'responses');
}

export function readSlot(text: string): { seal: Seal; place: SealPlace } {
  const marked = marks.find(([, mark]) => text.startsWith(mark));
  const seal = unwrapSeal(text.slice(marked?.[1].length ?? 0), 'responses');
  return { seal, place: marked?.[0] ?? 'thought' };
}
