// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of the file, not templates.
const expected = 'what begins with ${ is no reference: ${NAME} is one, and $${ a plain ${';

/**
 * Replaces `${NAME}` by the variable of that name and `$${` by a plain `${`. `problems` name what is not set, an empty variable
 * being set, and what looks like a shell's other references: as the text that it is, `${KEY:-default}` would be a key.
 */
export function resolveReferences(
  text: string,
  env: NodeJS.ProcessEnv,
): { text: string; problems: string[] } {
  const problems: string[] = [];
  const replaced = text.replace(
    /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(\}?)/g,
    (match, name: string | undefined, end: string) => {
      if (name === undefined) return '${';
      const value = env[name];
      if (end === '') problems.push(expected);
      else if (value === undefined) problems.push(`the environment variable ${name} is not set`);
      return value ?? match;
    },
  );
  return { text: replaced, problems };
}
