/** How long the parts of an upstream call may take, in milliseconds. What is absent is the gateway's to say. */
export interface Timeouts {
  connectMs?: number;
  firstByteMs?: number;
  /** Between two pieces of an answer. */
  idleMs?: number;
  answerMs?: number;
}

/** For people: what is set, in the words of the file. */
export function showTimeouts({ connectMs, firstByteMs, idleMs, answerMs }: Timeouts): string[] {
  const parts = { connect: connectMs, first_byte: firstByteMs, idle: idleMs, answer: answerMs };
  return Object.entries(parts).flatMap(([name, ms]) => (ms === undefined ? [] : [`${name}=${ms / 1_000}s`]));
}
