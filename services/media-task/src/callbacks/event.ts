import type { Surface, Task } from '../task/task.ts';
import { showKlingTask } from '../views/kling-task.ts';
import { showMjRecord } from '../views/mj-record.ts';
import { showVideo } from '../views/video-object.ts';

type View = (task: Task, baseUrl: string) => unknown;

/** What each kind of clients is told. */
const views: Record<Surface, View> = {
  video: videoEvent,
  image: videoEvent,
  mj: showMjRecord,
  kling: showKlingTask,
};

/** What is posted when a task has ended: in the dialect of its client. */
export function eventOf(task: Task, baseUrl: string): string {
  return JSON.stringify(views[task.surface](task, baseUrl));
}

/**
 * OpenAI's webhook event, which its SDK's `webhooks.unwrap` verifies and types, with the whole video object for data.
 */
function videoEvent(task: Task, baseUrl: string): unknown {
  return {
    id: eventIdOf(task),
    object: 'event',
    created_at: Math.floor((task.finishedAt ?? task.createdAt) / 1_000),
    type: task.state === 'succeeded' ? 'video.completed' : 'video.failed',
    data: showVideo(task, baseUrl),
  };
}

/** The same at every try: receivers tell by it what they have. */
export function eventIdOf({ id }: Task): string {
  return `evt_${id.replace('task_', '')}`;
}
