/** What follows the name of a member that is neither null nor empty. */
const held = /\s*:\s*(?!null|\[\s*\]|\{\s*\}|"")\S/y;

/**
 * Whether JSON has, at whatever depth, a member of one of these names that is neither null nor empty. It is looked for in the
 * bytes: of thousands of vectors the first is enough, and none is parsed.
 */
export function holdsAny(json: Buffer, names: readonly string[]): boolean {
  return names.some((name) => {
    const written = `"${name}"`;
    for (let at = json.indexOf(written); at !== -1; at = json.indexOf(written, at + 1)) {
      const end = at + written.length;
      held.lastIndex = 0;
      if (held.test(json.toString('latin1', end, end + nearBytes))) return true;
    }
    return false;
  });
}

/** Within which a value begins, however it is indented. */
const nearBytes = 256;
