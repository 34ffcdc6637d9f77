import type { Task } from '../task/task.ts';

/** Whether a task makes images and no film, as tasks in Kling's style do below some paths. */
export function makesImages({ surface, action }: Task): boolean {
  return surface === 'image' || (surface === 'kling' && action.startsWith('images/'));
}

/** Where clients fetch the result of a task: always from the gateway, never from a vendor. */
export function contentUrl({ id }: Task, baseUrl: string): string {
  return `${baseUrl}/v1/videos/${id}/content`;
}

/** The same for each of several results. */
export function contentUrls(task: Task, baseUrl: string): string[] {
  return (task.result?.media ?? []).map((_media, index) => `${contentUrl(task, baseUrl)}?index=${index}`);
}
