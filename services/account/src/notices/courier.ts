/** Something that brings to people what notices say. */
export interface Courier {
  /** How many deliveries one process has under way at the same time. */
  places: number;
  /** Takes deliveries that are due, `limit` at most, and gives what tries each of them. */
  take(limit: number): Promise<(() => Promise<void>)[]>;
  /** Removes what ended long ago. */
  forget(): Promise<void>;
}
