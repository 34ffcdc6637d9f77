import { showLine } from '../midjourney/line-of.ts';
import type { Task } from '../task/task.ts';
import { mjImageUrl } from './mj-record.ts';

/** What clients of the /mj/ family read after whatever they submit. */
export interface MjSubmitted {
  code: number;
  description: string;
  result: string | string[] | null;
  properties: object;
}

/** A task that was taken: that it is queued there, or was there before, is nobody's business. */
export function showMjSubmitted(task: Task, baseUrl: string): MjSubmitted {
  if (task.upstreamState.window === 'open') {
    const properties = { finalPrompt: showLine(task) ?? task.wish.prompt, remix: true };
    return { code: 21, description: 'Waiting for window confirm', result: task.id, properties };
  }
  const result = task.action === 'UPLOAD' && task.result ? uploads(task, baseUrl) : task.id;
  return { code: 1, description: 'Submit success', result, properties: {} };
}

/** An address of ours for each picture that was uploaded. */
function uploads({ id, result }: Task, baseUrl: string): string[] {
  return (result?.media ?? []).map((_, index) => `${mjImageUrl({ id }, baseUrl)}?index=${index}`);
}
