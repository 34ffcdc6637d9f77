/** A member of the file, as people read it. */
export type Shown = string | number | bigint | boolean | readonly (string | readonly [string, string])[];

/** By what they hold: texts of lists may look alike, since names have spaces. */
export function areAlike(one: Shown, other: Shown): boolean {
  return identify(one) === identify(other);
}

function identify(shown: Shown): string {
  return typeof shown === 'object' ? JSON.stringify(shown) : String(shown);
}

export function showMember(shown: Shown): string {
  if (typeof shown !== 'object') return String(shown);
  return shown.map(showEntry).join(' ') || 'none';
}

function showEntry(entry: string | readonly [string, string]): string {
  return typeof entry === 'string' ? showName(entry) : `${showName(entry[0])}=${entry[1]}`;
}

function showName(name: string): string {
  return /\s|^none$/.test(name) ? JSON.stringify(name) : name;
}
