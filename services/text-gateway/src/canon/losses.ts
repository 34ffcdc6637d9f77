/**
 * What a conversion does with what its target lacks, in three words: an option is *dropped* or *approximated*, and
 * recorded; content is *refused*. Nothing disappears without a word.
 */
export interface Losses {
  /** An option that the target lacks, under its wire name in the client's dialect. */
  drop(option: string): void;
  /** An option that the target has in another form. */
  approximate(option: string): void;
}

export interface RecordedLosses extends Losses {
  dropped: readonly string[];
  approximated: readonly string[];
}

export function recordLosses(): RecordedLosses {
  const dropped = new Set<string>();
  const approximated = new Set<string>();
  return {
    drop: (option) => void dropped.add(option),
    approximate: (option) => void approximated.add(option),
    get dropped() {
      return [...dropped].sort();
    },
    get approximated() {
      return [...approximated].sort();
    },
  };
}

/** Content that the target cannot express. Thrown by encoders of requests, before anything is sent. */
export class RefusedContent extends Error {
  /** What it is: `image`, `audio`, `file`, `built-in tool` and so on. */
  readonly what: string;

  constructor(what: string, why: string) {
    super(why);
    this.what = what;
  }
}
