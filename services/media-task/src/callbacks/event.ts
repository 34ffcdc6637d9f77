import type { Surface, Task } from '../task/task.ts';
import { showImages } from '../views/images-object.ts';
import { showKlingTask } from '../views/kling-task.ts';
import { showMjRecord } from '../views/mj-record.ts';
import { showVideo } from '../views/video-object.ts';

type View = (task: Task, baseUrl: string) => unknown;

/** What each kind of clients is told. */
const views: Record<Surface, View> = {
  video: videoEvent,
  image: videoEvent,
  'image-async': imagesEvent,
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
  return eventWith('video', task, showVideo(task, baseUrl));
}

function imagesEvent(task: Task, baseUrl: string): unknown {
  return eventWith('image', task, showImages(task, baseUrl));
}

function eventWith(what: 'video' | 'image', task: Task, data: unknown): unknown {
  return {
    id: eventIdOf(task),
    object: 'event',
    created_at: Math.floor((task.finishedAt ?? task.createdAt) / 1_000),
    type: task.state === 'succeeded' ? `${what}.completed` : `${what}.failed`,
    data,
  };
}

/** The same at every try: receivers tell by it what they have. */
export function eventIdOf({ id }: Task): string {
  return `evt_${id.replace('task_', '')}`;
}
