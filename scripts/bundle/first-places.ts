const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Map([...digits].map((digit, index) => [digit.charCodeAt(0), index]));
const comma = ','.charCodeAt(0);
const semicolon = ';'.charCodeAt(0);

/**
 * Where each line begins in the sources, by the mappings of a source map (tc39.es/ecma426): the number of the source, then
 * the line in it, both from 0; -1 twice for a line that is from nowhere.
 */
export function firstPlaces(mappings: string): number[] {
  const places: number[] = [];
  // A segment's numbers are differences: column, source, line and column there, name.
  let [source, line] = [0, 0];
  let [field, value, shift] = [0, 0, 0];
  let isFound = false;
  for (let index = 0; index <= mappings.length; index += 1) {
    const code = index < mappings.length ? mappings.charCodeAt(index) : semicolon;
    if (code === comma || code === semicolon) {
      if (field >= 4 && !isFound) {
        places.push(source, line);
        isFound = true;
      }
      field = 0;
      if (code === comma) continue;
      if (!isFound) places.push(-1, -1);
      isFound = false;
      continue;
    }
    const digit = values.get(code) ?? 0;
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    const difference = value & 1 ? -(value >> 1) : value >> 1;
    if (field === 1) source += difference;
    if (field === 2) line += difference;
    field += 1;
    [value, shift] = [0, 0];
  }
  return places;
}
