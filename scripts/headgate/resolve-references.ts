/**
 * Replaces `${NAME}` by the variable of that name and `$${` by a plain `${`. `missing` names what is not
 * set; an empty variable is set.
 */
export function resolveReferences(text: string, env: NodeJS.ProcessEnv): { text: string; missing: string[] } {
  const missing: string[] = [];
  const replaced = text.replace(
    /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g,
    (match, name: string | undefined) => {
      if (name === undefined) return '${';
      const value = env[name];
      if (value === undefined) missing.push(name);
      return value ?? match;
    },
  );
  return { text: replaced, missing };
}
