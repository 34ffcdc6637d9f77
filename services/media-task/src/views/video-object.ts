import { showSize } from '../families/size.ts';
import type { Task } from '../task/task.ts';
import { contentUrl, contentUrls, makesImages } from './content-url.ts';
import { videoStatus } from './status-words.ts';

/** A task as a video object. Members beyond the specification's are those that the official SDK types. */
export interface VideoObject {
  id: string;
  task_id: string;
  object: 'video';
  model: string;
  status: (typeof videoStatus)[keyof typeof videoStatus];
  progress: number;
  created_at: number;
  completed_at?: number;
  expires_at?: number;
  video_url?: string;
  metadata?: { url: string };
  /** In place of an address, where images were made. */
  output?: { file_infos: FileInfo[] };
  prompt: string;
  seconds?: string;
  size?: string;
  remixed_from_video_id: string | null;
  error?: { code: string; message: string };
}

interface FileInfo {
  file_url: string;
  file_type: string;
  /** Of the result at its vendor. */
  expire_time?: string;
}

export function showVideo(task: Task, baseUrl: string): VideoObject {
  const { wish, result, failure } = task;
  const [media] = result?.media ?? [];
  const size = wish.size ? showSize(wish.size) : wish.askedSize;
  return {
    id: task.id,
    task_id: task.id,
    object: 'video',
    model: task.model,
    status: videoStatus[task.state],
    progress: task.progress,
    created_at: seconds(task.createdAt),
    ...(result && task.finishedAt !== null && { completed_at: seconds(task.finishedAt) }),
    ...(media?.expiresAt !== undefined && { expires_at: seconds(media.expiresAt) }),
    ...(result && showResult(task, baseUrl)),
    prompt: wish.prompt,
    ...(wish.secondsMs !== undefined && { seconds: String(wish.secondsMs / 1_000) }),
    ...(size !== undefined && { size }),
    remixed_from_video_id: task.remixedFrom,
    ...(failure && { error: failure }),
  };
}

/** The same as its create is answered: queued, also where the vendor began at once. */
export function showVideoCreated(task: Task, baseUrl: string): VideoObject {
  const hasJustBegun = task.state === 'running' && task.progress === 0;
  return { ...showVideo(task, baseUrl), ...(hasJustBegun && { status: videoStatus.queued }) };
}

function showResult(task: Task, baseUrl: string): Pick<VideoObject, 'video_url' | 'metadata' | 'output'> {
  if (makesImages(task)) return { output: { file_infos: showFiles(task, baseUrl) } };
  const url = contentUrl(task, baseUrl);
  return { video_url: url, metadata: { url } };
}

function showFiles(task: Task, baseUrl: string): FileInfo[] {
  const urls = contentUrls(task, baseUrl);
  return (task.result?.media ?? []).map(({ format = 'png', expiresAt }, index) => ({
    file_url: urls[index] ?? '',
    file_type: format,
    ...(expiresAt !== undefined && { expire_time: new Date(expiresAt).toISOString() }),
  }));
}

function seconds(ms: number): number {
  return Math.floor(ms / 1_000);
}
