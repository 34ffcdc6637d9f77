/**
 * Chooses by a name instead of by chance: the same name makes the same choice in every replica, in the proportion
 * of the weights over many names, and when an option goes only its own names move. (Weighted rendezvous hashing.)
 */
export function chooseByName<T>(
  options: readonly T[],
  name: string,
  nameOf: (option: T) => string,
  weightOf: (option: T) => number,
): T | undefined {
  let chosen: T | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const option of options) {
    const score = weightOf(option) / -Math.log(hashToUnit(`${name}/${nameOf(option)}`));
    if (score <= most) continue;
    most = score;
    chosen = option;
  }
  return chosen;
}

/** A number in (0, 1) that looks like chance: FNV-1a, mixed once more because similar names must not stay similar. */
function hashToUnit(text: string): number {
  let mixed = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    mixed = Math.imul(mixed ^ text.charCodeAt(index), 0x01000193);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (((mixed ^ (mixed >>> 16)) >>> 0) + 0.5) / 2 ** 32;
}
