import { refuse } from '../../families/refuse.ts';
import type { Reference } from '../../families/wish.ts';
import { refuseAssets } from '../address-of.ts';

type Kind = Reference['kind'];

/** The members by which clients of the vendor's family name references. */
const names: Record<Kind, string> = {
  image: 'referenceImages',
  video: 'referenceVideos',
  audio: 'referenceAudios',
};
const most: Record<Kind, number> = { image: 9, video: 3, audio: 3 };

export function countOf(references: readonly Reference[], kind: Kind, role?: Reference['role']): number {
  return references.filter((one) => one.kind === kind && (role === undefined || one.role === role)).length;
}

/** What the vendor renders from: one or two frames, or references of three kinds. */
export function checkReferences(references: readonly Reference[]): void {
  const frames = references.filter(({ role }) => role !== 'reference');
  for (const [role, name] of [
    ['first_frame', 'first_image'],
    ['last_frame', 'last_image'],
  ] as const) {
    const count = frames.filter((frame) => frame.role === role).length;
    if (count > 1) refuse(name, `${name} has ${count}; it must be one.`);
    refuseAssets(
      frames.filter((frame) => frame.role === role),
      name,
    );
  }
  for (const kind of ['image', 'video', 'audio'] as const) {
    const ofKind = references.filter((one) => one.kind === kind && one.role === 'reference');
    const name = names[kind];
    if (ofKind.length > most[kind]) {
      refuse(name, `${name} has ${ofKind.length}; this model takes at most ${most[kind]}.`);
    }
    if (ofKind.length > 0 && frames.length > 0) {
      refuse(name, `${name} are not taken beside first_image and last_image.`);
    }
    refuseAssets(ofKind, name);
  }
  if (references.some(({ kind, source }) => kind === 'video' && 'bytes' in source)) {
    refuse(names.video, `${names.video} must be public addresses.`);
  }
  if (countOf(references, 'audio') > 0 && countOf(references, 'audio') === references.length) {
    refuse(names.audio, `${names.audio} needs an image or a video beside it.`);
  }
}
