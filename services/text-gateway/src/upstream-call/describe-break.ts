/** What a log may say of a call that broke. The words of such an error name the upstream's host, and its members the address. */
export function describeBreak(error: unknown): { broken: string } | { err: unknown } {
  const broken = codeOf(error);
  return broken === undefined ? { err: error } : { broken };
}

/** The code that an error of the network has: the error's own, or that of what caused it. */
export function codeOf(error: unknown): string | undefined {
  for (
    let cause = error, deep = 0;
    cause instanceof Error && deep < mostCauses;
    cause = cause.cause, deep += 1
  )
    if ('code' in cause && /^[A-Z][A-Z0-9_]{2,60}$/.test(String(cause.code))) return String(cause.code);
  return undefined;
}

const mostCauses = 10;
