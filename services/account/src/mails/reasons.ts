/** Why a letter was not taken, in a word: the server's own may hold the address. */
export function reasonOf(error: unknown): string {
  const isNamed = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return isNamed ? String(error.code) : 'unknown';
}

/** The server will not take this letter, or for this address, however often it is asked. */
export function isRefusedForGood(error: unknown): boolean {
  if (!/^(EENVELOPE|EMESSAGE)$/.test(reasonOf(error))) return false;
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  return status >= 500;
}
