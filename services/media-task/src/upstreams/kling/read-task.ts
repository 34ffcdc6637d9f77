import { MeteredUnit, type Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { asNumber, asObject, asObjects, asText, type Json } from '../../call/json.ts';
import type { Media, Task } from '../../task/task.ts';
import type { Report } from '../upstream.ts';
import { longestMsOf, usageOf } from './length.ts';

type Asked = Pick<Task, 'usage' | 'wish'>;

const resultLifeMs = 30 * 24 * 3_600_000;

/** How a task stands. Of a failure its own message tells the reason: the answer's says that the request succeeded. */
export function readTask(data: Json, asked: Asked): Report {
  switch (data.task_status) {
    case 'submitted':
      return { kind: 'queued' };
    case 'processing':
      return { kind: 'running' };
    case 'succeed':
      return readResult(data, asked);
    case 'failed':
      return readFailure(asText(data.task_status_msg) ?? '');
    default:
      return { kind: 'unknown', literal: String(data.task_status) };
  }
}

/** The vendor has no codes for it. Source of its words for content: https://github.com/QuantumNous/new-api/pull/3148. */
function readFailure(message: string): Report {
  const isUnwanted = /risk control/i.test(message);
  return { kind: 'failed', code: isUnwanted ? 'content_policy_violation' : 'internal_error', message };
}

function readResult(data: Json, { usage, wish }: Asked): Report {
  const result = asObject(data.task_result);
  const updatedAt = asNumber(data.updated_at);
  const expiry = updatedAt === undefined ? {} : { expiresAt: updatedAt + resultLifeMs };
  const videos = asObjects(result?.videos);
  const images = asObjects(result?.images).flatMap((image) => mediaOf(image, 'image', expiry));
  const marked = wantsMark(wish) ? videos.flatMap((video) => markedOf(video, expiry)) : [];
  const media = [...videos.flatMap((video) => mediaOf(video, 'video', expiry)), ...marked, ...images];
  const seconds = Number(asText(videos[0]?.duration));
  const isMeasured = seconds > 0 && longestMsOf(wish) !== undefined;
  return {
    kind: 'succeeded',
    result: { media, ...(seconds > 0 && { secondsMs: Math.round(seconds * 1_000) }) },
    ...(isMeasured && { usage: usageOf(usage, seconds * 1_000) }),
    ...(images.length < (wish.imageCount ?? 0) && { usage: asMany(usage, images.length) }),
  };
}

/** Images are billed by those that came. */
function asMany(usage: Usage, count: number): Usage {
  const metered = usage.metered.map((item) =>
    item.unit === MeteredUnit.IMAGE ? { ...item, quantity: BigInt(count) } : item,
  );
  return { ...usage, metered };
}

function wantsMark({ options }: Asked['wish']): boolean {
  return asObject(options.watermark_info)?.enabled === true;
}

function markedOf({ watermark_url: url }: Json, expiry: { expiresAt?: number }): Media[] {
  return mediaOf({ url }, 'video', expiry).map((media) => ({ ...media, isMarked: true }));
}

function mediaOf({ id, url }: Json, kind: Media['kind'], expiry: { expiresAt?: number }): Media[] {
  const address = asText(url);
  const upstreamId = asText(id);
  return address === undefined ? [] : [{ kind, url: address, ...expiry, ...(upstreamId && { upstreamId }) }];
}
