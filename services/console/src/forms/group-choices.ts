/** Stands for several groups, of which the first that can serves. */
const autoGroup = 'auto';

/** A choice among these groups; `auto` is one where it stands for some, and says which. */
export function groupChoices(
  names: readonly string[],
  autoGroups: readonly string[],
): { value: string; label: string }[] {
  const stands = autoGroups.length > 0 ? ` (${autoGroups.join(', ')})` : '';
  const choices = new Set(stands === '' ? names : [...names, autoGroup]);
  return [...choices].map((value) => ({ value, label: value === autoGroup ? value + stands : value }));
}
