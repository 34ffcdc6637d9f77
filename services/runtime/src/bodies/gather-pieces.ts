/** The pieces of a body or an answer, as they come. */
export interface Pieces {
  add(piece: Buffer): void;
  /** All of them in one, which are let go: what comes then begins anew. */
  join(): Buffer;
}

/**
 * Whoever sends chooses how small the pieces are, and each costs up to half a KB: of a byte each, a body of 2 MB took 1 GB. So many
 * that come one after the other are made one, where they are this small together.
 */
const runLength = 256;
const smallRunBytes = 256 * 1024;

export function gatherPieces(): Pieces {
  let gathered: Buffer[] = [];
  let run: Buffer[] = [];
  let runBytes = 0;

  function endRun(): void {
    if (runBytes < smallRunBytes) gathered.push(Buffer.concat(run, runBytes));
    else gathered.push(...run);
    run = [];
    runBytes = 0;
  }

  return {
    add(piece) {
      run.push(piece);
      runBytes += piece.length;
      if (run.length === runLength) endRun();
    },
    join() {
      const all = [...gathered, ...run];
      gathered = [];
      run = [];
      runBytes = 0;
      const [only] = all;
      return all.length === 1 && only ? only : Buffer.concat(all);
    },
  };
}
