import { MeteredUnit, type Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { asNumber, asObject, asObjects, asText, type Json } from '../../call/json.ts';
import type { Media, Result, Task } from '../../task/task.ts';
import type { Report } from '../upstream.ts';
import { failCodeOf } from './errors.ts';

type Asked = Pick<Task, 'usage' | 'wish'>;

const words: Record<string, 'queued' | 'running' | 'ended' | 'failed' | 'aborted'> = {
  WAITING: 'queued',
  WAIT: 'queued',
  PROCESSING: 'running',
  RUN: 'running',
  FINISH: 'ended',
  DONE: 'ended',
  FAIL: 'failed',
  ABORTED: 'aborted',
};

/** A task as `DescribeTaskDetail` tells it. That it finished does not say that it went well: its error codes do. */
export function readTask(response: Json, asked: Asked): Report {
  const task = asObject(response.AigcVideoTask) ?? asObject(response.AigcImageTask) ?? {};
  const literal = String(response.Status ?? task.Status);
  const word = words[literal];
  const progress = asNumber(task.Progress);
  switch (word) {
    case 'queued':
    case 'running':
      return { kind: word, ...(progress !== undefined && { progress }) };
    case 'ended':
      return hasFailed(task) ? readFailure(task) : readResult(task, asked);
    case 'failed':
      return readFailure(task);
    case 'aborted':
      return { kind: 'failed', code: 'cancelled', message: 'The task was cancelled.' };
    default:
      return { kind: 'unknown', literal };
  }
}

function hasFailed(task: Json): boolean {
  return (asNumber(task.ErrCode) ?? 0) !== 0 || asText(task.ErrCodeExt) !== undefined;
}

function readFailure(task: Json): Report {
  const code = failCodeOf(asText(task.ErrCodeExt) ?? '');
  return { kind: 'failed', code, message: asText(task.Message) ?? '' };
}

function readResult(task: Json, { usage, wish }: Asked): Report {
  const output = asObject(task.Output) ?? {};
  const kind = wish.imageCount === undefined ? 'video' : 'image';
  const files = asObjects(output.FileInfos).filter((file) => asText(file.FileUrl) !== undefined);
  // What was not asked for is neither shown nor billed.
  const media = files.slice(0, wish.imageCount ?? 1).map((file) => toMedia(file, kind));
  const result: Result = { media, ...describe(asObject(files[0]?.MetaData) ?? {}, kind) };
  const reportedMs = secondsMsIn(output) ?? result.secondsMs;
  const billed = kind === 'image' ? asMany(usage, media.length) : asLong(usage, reportedMs, wish);
  return { kind: 'succeeded', result, usage: billed };
}

/** What is counted; versions of the API that count tokens alone say how long a file is. */
function secondsMsIn(output: Json): number | undefined {
  const seconds = asNumber(asObject(output.Usage)?.OutputSeconds);
  return seconds === undefined ? undefined : seconds * 1_000;
}

const imageFormats: Record<string, string> = { jpeg: 'jpeg', jpg: 'jpeg', png: 'png', webp: 'webp' };

function toMedia(file: Json, kind: Media['kind']): Media {
  const url = asText(file.FileUrl);
  const expiresAt = Date.parse(asText(file.ExpireTime) ?? '');
  const format = kind === 'image' ? imageFormats[asText(file.FileType)?.toLowerCase() ?? ''] : undefined;
  return {
    kind,
    ...(url !== undefined && { url }),
    ...(format !== undefined && { format }),
    ...(!Number.isNaN(expiresAt) && { expiresAt }),
  };
}

function describe(data: Json, kind: Media['kind']): Partial<Result> {
  const [width, height, seconds] = [asNumber(data.Width), asNumber(data.Height), asNumber(data.Duration)];
  const fps = asNumber(asObjects(data.VideoStreamSet)[0]?.Fps);
  return {
    ...(width !== undefined && height !== undefined && { width, height }),
    ...(kind === 'video' && seconds !== undefined && { secondsMs: Math.round(seconds * 1_000) }),
    ...(kind === 'video' && fps !== undefined && { fps }),
  };
}

/** Images are billed by those that came. */
function asMany(usage: Usage, count: number): Usage {
  return {
    ...usage,
    metered: usage.metered.map((item) =>
      item.unit === MeteredUnit.IMAGE ? { ...item, quantity: BigInt(count) } : item,
    ),
  };
}

/**
 * A video is billed by the seconds that were asked for, whatever fraction comes on top. Where nobody could ask, by those
 * that the vendor reports, within what was held.
 */
function asLong(usage: Usage, reportedMs: number | undefined, { secondsMs }: Asked['wish']): Usage {
  if (secondsMs !== undefined || reportedMs === undefined) return usage;
  const reported = BigInt(Math.max(1, Math.round(reportedMs / 1_000)) * 1_000);
  return {
    ...usage,
    metered: usage.metered.map((item) =>
      item.unit === MeteredUnit.SECOND && reported < item.quantity ? { ...item, quantity: reported } : item,
    ),
  };
}
