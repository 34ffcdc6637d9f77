import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { type Shape, sizeOf } from '../media/files/shape.ts';
import type { Job } from '../media/jobs/job.ts';
import { type Handled, type MediaCall, refusedWith } from '../media/media-vendor.ts';
import type { Kind } from './kinds.ts';
import { isEdit } from './omni-rules.ts';
import { isGiven } from './rules.ts';
import { errorReply, kling, okReply } from './vendor.ts';
import { invalid, unknown, type VendorError } from './vendor-error.ts';

const usualSeconds = '5';

/** `POST /v1/videos/...` and `/v1/images/...`. */
export function createTask(call: MediaCall, path: string, kind: Kind, key: string): Handled {
  const body = asRecord(parseJson(call.incoming.bytes.toString()));
  if (!body) return refusedWith(errorReply(invalid('request body is not a valid json')));
  const model = String(body.model_name ?? kind.model);
  const error = kind.check(body) ?? checkKnown(call, body, key);
  if (error) return refusedWith(errorReply(error), model);
  const { identity, media } = call;
  return {
    type: 'create',
    draft: {
      id: `${media.now()}${String(identity.number).padStart(6, '0').slice(-6)}`,
      key,
      model,
      prompt: String(body.prompt ?? ''),
      ...(isGiven(body.external_task_id) && { externalId: String(body.external_task_id) }),
      echo: {
        path,
        external: body.external_task_id ?? '',
        count: Number(body.n ?? 1),
        mode: body.mode ?? 'std',
        isMarked: asRecord(body.watermark_info)?.enabled === true,
      },
      states: 2,
      shape: shapeOf(body, kind),
    },
    answer: (job) => okReply(headOf(job, 'submitted')),
  };
}

/** What the request goes on from must be there, and its own id must be new. */
function checkKnown({ media }: MediaCall, body: JsonRecord, key: string): VendorError | null {
  const jobs = media.jobs.list(kling.name, key);
  const { external_task_id: external } = body;
  if (isGiven(external) && jobs.some(({ echo }) => echo.external === external)) {
    return invalid(`external_task_id ${external} already exists`);
  }
  const from = body.video_id ?? asRecord(body.input)?.video_id;
  const isThere = !isGiven(from) || jobs.some((job) => media.stageOf(job).hasEnded && filmId(job) === from);
  return isThere ? null : unknown(`video ${from} is not found`);
}

/** The id of a film, which is not that of its task. */
export function filmId({ id }: Pick<Job, 'id'>): string {
  return `f${id}`;
}

/** What every answer about a task begins with. */
export function headOf(job: Job, status: string): JsonRecord {
  return {
    task_id: job.id,
    task_status: status,
    task_info: job.echo.external === '' ? {} : { external_task_id: job.echo.external },
    created_at: job.createdMs,
    updated_at: job.endedMs ?? job.createdMs,
  };
}

function shapeOf(body: JsonRecord, { makes }: Kind): Shape {
  const { aspect_ratio: ratio = '16:9', mode = 'std', resolution = '1k' } = body;
  // Files that come along are not looked at: what is as long as they are lasts as long as is usual.
  const duration = isEdit(body) ? usualSeconds : (body.duration ?? usualSeconds);
  if (makes === 'images') return { ...sizeOf(String(ratio), String(resolution)), seconds: 0 };
  const lines: Record<string, string> = { std: '720p', pro: '1080p', '4k': '4k' };
  return { ...sizeOf(String(ratio), lines[String(mode)] ?? '720p'), seconds: Number(duration) };
}
