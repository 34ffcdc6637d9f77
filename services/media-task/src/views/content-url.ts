import type { Task } from '../task/task.ts';

/** Where clients fetch the result of a task: always from the gateway, never from a vendor. */
export function contentUrl({ id }: Task, baseUrl: string): string {
  return `${baseUrl}/v1/videos/${id}/content`;
}
