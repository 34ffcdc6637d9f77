import { asObjects, asText } from '../../call/json.ts';
import type { Send } from '../../call/send.ts';
import type { Task } from '../../task/task.ts';
import type { Account, Submitted } from '../upstream.ts';
import { call } from './call.ts';

/** How far both clocks may be apart. */
const skewMs = 10 * 60_000;
const pageSize = 100;
/**
 * Of the half hour that is looked at they hold five tasks a second. The vendor takes 20 creates a second of each kind: all of them
 * would keep a worker for minutes.
 */
const mostPages = 100;

/**
 * Looks for what a create made by the session id that went with it: the vendor lists the tasks of the last days, and
 * tells it with each.
 */
export async function findCreated(task: Task, account: Account, send: Send): Promise<Submitted | undefined> {
  const session = `${task.closeId}.${task.attempts}`;
  const period = { After: timeOf(task.createdAt - skewMs), Before: timeOf(latestOf(task)) };
  let scrollToken: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const parameters = { CreateTime: period, Limit: pageSize, ScrollToken: scrollToken };
    const answer = await call({ action: 'DescribeTasks', parameters }, account, send);
    const listed = asObjects(answer.TaskSet);
    const upstreamId = asText(listed.find((one) => one.SessionId === session)?.TaskId);
    if (upstreamId !== undefined) return { upstreamId };
    scrollToken = asText(answer.ScrollToken);
    if (scrollToken === undefined) return undefined;
  }
  return undefined;
}

/** One that a worker sends may have waited for that until a moment ago. */
function latestOf({ createdAt, ways }: Task): number {
  return ways === null ? createdAt + 2 * skewMs : Math.max(createdAt, Date.now()) + skewMs;
}

/** `2026-11-21T20:40:00Z`. */
function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
