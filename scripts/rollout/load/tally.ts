/** What the clients of a run have seen. */
export interface Tally {
  /** Streams that ended as their dialect says, and those that did not. */
  streams: number;
  streamsCut: number;
  /** The most that were open at a time. */
  streamsOpen: number;
  sessions: number;
  /** Ended by the gateway between responses, with a proper close. */
  sessionsMoved: number;
  sessionsCut: number;
  /** Answered realtime responses. */
  responses: number;
  requests: number;
  /** Of any kind: not answered with success, or not whole. */
  requestsFailed: number;
  tasks: number;
  tasksLost: number;
  downloads: number;
  downloadsCut: number;
  /** In words, the first of each. */
  troubles: Map<string, number>;
}

export function createTally(): Tally {
  return {
    streams: 0,
    streamsCut: 0,
    streamsOpen: 0,
    sessions: 0,
    sessionsMoved: 0,
    sessionsCut: 0,
    responses: 0,
    requests: 0,
    requestsFailed: 0,
    tasks: 0,
    tasksLost: 0,
    downloads: 0,
    downloadsCut: 0,
    troubles: new Map(),
  };
}

const differentTroubles = 50;

/** Notes what went wrong, for whoever has to find out why. */
export function noteTrouble({ troubles }: Tally, what: string, error: unknown): void {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  const line = `${what}: ${error instanceof Error ? error.message : String(error)}${cause}`.slice(0, 400);
  if (troubles.has(line) || troubles.size < differentTroubles)
    troubles.set(line, (troubles.get(line) ?? 0) + 1);
}
