/** What a run was asked for. */
export interface Arguments {
  /** Whatever is run has all of these in its name. */
  words: string[];
  /** Whom the lanes are measured beside. */
  peer: PeerName | undefined;
}

const peers = ['portkey', 'bare'] as const;
export type PeerName = (typeof peers)[number];

export function readArguments(given: readonly string[]): Arguments {
  const at = given.indexOf('--peer');
  if (at === -1) return { words: [...given], peer: undefined };
  const peer = peers.find((name) => name === given[at + 1]);
  if (!peer) throw new Error(`--peer takes one of these: ${peers.join(', ')}`);
  return { words: given.filter((_, index) => index !== at && index !== at + 1), peer };
}
