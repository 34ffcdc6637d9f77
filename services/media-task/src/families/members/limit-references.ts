import { refuse } from '../refuse.ts';
import type { Reference } from '../wish.ts';

/** How many references of each kind a model takes, frames left out. */
export interface ReferenceLimits {
  /** The member that a refusal names, by kind. */
  names: Partial<Record<Reference['kind'], string>>;
  most: Record<Reference['kind'], number>;
}

/** Refuses more references than a model takes: they are counted once all members are read, the same source once. */
export function limitReferences(references: readonly Reference[], { names, most }: ReferenceLimits): void {
  for (const kind of ['image', 'video', 'audio'] as const) {
    const count = references.filter((one) => one.kind === kind && one.role === 'reference').length;
    if (count <= most[kind]) continue;
    const name = names[kind] ?? '';
    const taken =
      most[kind] === 0 ? `this model takes no reference ${kind}s` : `at most ${most[kind]} are taken`;
    refuse(name, `${name} has ${count}; ${taken}.`);
  }
}

/** A film begins with one frame and ends with one. Of two, a vendor would leave out either. */
export function limitFrames(
  references: readonly Reference[],
  names: Record<'first_frame' | 'last_frame', string>,
): void {
  for (const role of ['first_frame', 'last_frame'] as const) {
    const count = references.filter((one) => one.role === role).length;
    if (count > 1) refuse(names[role], `${names[role]} has ${count}; it must be one.`);
  }
}

/** A sound alone is no picture. */
export function requireImageForSound(references: readonly Reference[], name: string): void {
  const has = (kind: Reference['kind']): boolean => references.some((one) => one.kind === kind);
  if (has('audio') && !has('image')) refuse(name, `${name} needs at least one image beside it.`);
}

/** Vendors fetch references themselves: neither bytes nor data URLs are taken. */
export function requireAddresses(references: readonly Reference[], param: string, allowed: string): void {
  if (references.some(({ source }) => 'bytes' in source)) refuse(param, `${param} must be ${allowed}.`);
}

/** Refuses files with more bytes than a model takes; what lies at an address is measured when it is fetched. */
export function limitBytes(references: readonly Reference[], param: string, most: number): void {
  for (const { source } of references) {
    if ('bytes' in source && source.bytes.length > most) {
      refuse(param, `${param} has ${source.bytes.length} bytes; at most ${most} are taken.`);
    }
  }
}
