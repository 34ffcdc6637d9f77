import type { Task } from '../task/task.ts';
import { showVideo } from '../views/video-object.ts';

/**
 * What is posted when a task has ended: OpenAI's webhook event, which its SDK's `webhooks.unwrap` verifies and types, with
 * the whole video object for data.
 */
export function eventOf(task: Task, baseUrl: string): string {
  return JSON.stringify({
    id: eventIdOf(task),
    object: 'event',
    created_at: Math.floor((task.finishedAt ?? task.createdAt) / 1_000),
    type: task.state === 'succeeded' ? 'video.completed' : 'video.failed',
    data: showVideo(task, baseUrl),
  });
}

/** The same at every try: receivers tell by it what they have. */
export function eventIdOf({ id }: Task): string {
  return id.replace('task_', 'evt_');
}
