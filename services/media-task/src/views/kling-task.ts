import type { Task } from '../task/task.ts';
import { contentUrl, contentUrls, makesImages } from './content-url.ts';
import { klingStatus } from './status-words.ts';

/** What every answer of Kling's style is wrapped in. */
export function wrapKling(requestId: string, data: unknown): unknown {
  return { code: 0, message: 'SUCCEED', request_id: requestId, data };
}

/** A task as Kling answers its create. */
export function showKlingCreated(task: Task): object {
  return {
    task_id: task.id,
    task_status: klingStatus[task.state],
    task_info: task.externalId === null ? {} : { external_task_id: task.externalId },
    created_at: task.createdAt,
    updated_at: task.finishedAt ?? task.submittedAt ?? task.createdAt,
  };
}

/** A task as Kling answers questions about it. A video has the id of its task: follow-ups name it. */
export function showKlingTask(task: Task, baseUrl: string): object {
  const { result, failure } = task;
  return {
    ...showKlingCreated(task),
    task_status_msg: failure?.message ?? '',
    ...(result && {
      task_result: makesImages(task)
        ? { images: contentUrls(task, baseUrl).map((url, index) => ({ index, url })) }
        : { videos: [showFilm(task, baseUrl)] },
    }),
  };
}

/** With a mark beside it, where one was asked for. */
function showFilm(task: Task, baseUrl: string): object {
  const marked = task.result?.media.findIndex(({ isMarked }) => isMarked === true) ?? -1;
  return {
    id: task.id,
    url: contentUrl(task, baseUrl),
    ...(marked >= 0 && { watermark_url: contentUrls(task, baseUrl)[marked] }),
    duration: durationOf(task),
  };
}

function durationOf({ result, wish }: Task): string {
  return String((result?.secondsMs ?? wish.secondsMs ?? 0) / 1_000);
}
