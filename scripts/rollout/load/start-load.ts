import { keepAsking } from './requests.ts';
import { keepTalking } from './sessions.ts';
import { keepStreaming, type StreamPace } from './streams.ts';
import { createTally, type Tally } from './tally.ts';
import { keepMaking } from './tasks.ts';

export interface LoadPlan {
  streams: number;
  sessions: number;
  requests: number;
  tasks: number;
  pace: StreamPace;
}

export interface Load {
  tally: Tally;
  /** Begins nothing more, and waits for the ends of all that is open. */
  stop(): Promise<void>;
}

/** So many clients of each kind at once, all by the balancer. */
export function startLoad(baseUrl: string, { streams, sessions, requests, tasks, pace }: LoadPlan): Load {
  const tally = createTally();
  const stopping = new AbortController();
  const { signal } = stopping;
  const many = (count: number, keep: (number: number) => Promise<void>): Promise<void>[] =>
    Array.from({ length: count }, (_, number) => keep(number));
  const running = [
    ...many(streams, (number) => keepStreaming(baseUrl, { tally, pace, signal, number })),
    ...many(sessions, () => keepTalking(baseUrl, { tally, signal })),
    ...many(requests, (number) => keepAsking(baseUrl, { tally, signal, number })),
    ...many(tasks, () => keepMaking(baseUrl, { tally, signal })),
  ];
  return {
    tally,
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
