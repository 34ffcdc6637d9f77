/** What is asked of each row that makes tasks, so that its bill can be looked at once the task has ended. */
import type { Row } from './route-table.ts';

export interface MeteredTask {
  body: object;
  /** What the task costs, in quota units. */
  units: bigint;
  /** A task that must have ended before: its id stands for `:task_id` in the path and for `$task` in the body. */
  after?: { path: string; body: object };
}

/** Four seconds of 0.10 dollars: 4 x 50,000. */
const video: MeteredTask = { body: { model: 'sora-2', prompt: 'Hello' }, units: 200_000n };

const fixtures: Record<string, MeteredTask> = {
  'POST /v1/video/generations': video,
  'POST /v1/videos': video,
  'POST /v1/videos/:task_id/remix': {
    body: { prompt: 'Hello again' },
    units: 200_000n,
    after: { path: '/v1/videos', body: video.body },
  },
};

/** Throws for a row that nobody has said how to meter. */
export function meteredTask({ name }: Row): MeteredTask {
  const fixture = fixtures[name];
  if (!fixture) throw new Error(`${name} makes tasks, and has no metering fixture`);
  return fixture;
}

/** The id of a task in the answer to its create, whatever its style. */
export function idOf(answer: string): string {
  const { id, result, data } = JSON.parse(answer);
  const found: unknown = id ?? result ?? data?.task_id;
  if (typeof found !== 'string') throw new Error(`there is no task in ${answer}`);
  return found;
}
