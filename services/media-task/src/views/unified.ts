import type { Result, Task } from '../task/task.ts';
import { contentUrl, contentUrls, makesImages } from './content-url.ts';
import { unifiedStatus, videoStatus } from './status-words.ts';

/** A unified video task as it is answered to its create. */
export function showUnifiedCreated(task: Task): unknown {
  return {
    id: task.id,
    task_id: task.id,
    object: 'video',
    model: task.model,
    status: videoStatus[task.state],
    progress: task.progress,
    created_at: Math.floor(task.createdAt / 1_000),
  };
}

/** A unified video task as it is answered to a status query, wrapped. */
export function showUnified(task: Task, baseUrl: string): unknown {
  const { result } = task;
  return {
    code: 'success',
    message: '',
    data: {
      task_id: task.id,
      status: unifiedStatus[task.state],
      url: urlOf(task, baseUrl),
      format: formatOf(task),
      metadata: result && metadataOf(result, task),
      error: task.failure,
    },
  };
}

function urlOf(task: Task, baseUrl: string): string {
  if (!task.result) return '';
  return makesImages(task) ? (contentUrls(task, baseUrl)[0] ?? '') : contentUrl(task, baseUrl);
}

function formatOf(task: Task): string {
  const [media] = task.result?.media ?? [];
  return media?.format ?? (makesImages(task) ? 'png' : 'mp4');
}

const usualFps = 24;

/** Null where nobody knows how large it is: zeros would be taken for true. */
function metadataOf(result: Result, { wish }: Task): unknown {
  const width = result.width ?? wish.size?.width;
  const height = result.height ?? wish.size?.height;
  const secondsMs = result.secondsMs ?? wish.secondsMs;
  if (width === undefined || height === undefined || secondsMs === undefined) return null;
  const measures = { duration: secondsMs / 1_000, width, height, fps: result.fps ?? usualFps };
  return Object.fromEntries(Object.entries(measures).map(([name, value]) => [name, Math.round(value)]));
}
