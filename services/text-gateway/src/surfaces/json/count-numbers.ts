/** How many tokens a client names by their numbers, in a list or in several; undefined where it says anything else. */
export function countNumbers(value: unknown): number | undefined {
  if (!Array.isArray(value)) return undefined;
  const named: unknown[] = value.every((one) => Array.isArray(one)) ? value.flat() : value;
  const areNumbers = named.length > 0 && named.every((one) => typeof one === 'number');
  return areNumbers ? named.length : undefined;
}
