/** What a request carries where a key may stand. */
export type CarriedKey =
  | { kind: 'missing' }
  | { kind: 'malformed' }
  /** `isRaw`: the key stood in an Authorization header without a scheme. */
  | { kind: 'key'; key: string; isRaw: boolean };
