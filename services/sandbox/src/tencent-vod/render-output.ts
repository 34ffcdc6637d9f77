import { asRecord, type JsonRecord } from '../json-record.ts';
import { resultUrl } from '../media/files/result-url.ts';
import { fileReply } from '../media/files/serve-file.ts';
import type { Job } from '../media/jobs/job.ts';
import type { MediaCall } from '../media/media-vendor.ts';
import { timeOf } from './time-of.ts';

const temporaryLifeMs = 7 * 24 * 3_600_000;
/** What was asked for is not quite what comes back. */
const surplusSeconds = 0.042;

/** What a task made. Only files that are kept have an id and are described. */
export function renderOutput(call: MediaCall, job: Job): JsonRecord {
  const { OutputConfig: config, task } = job.echo;
  const given = asRecord(config) ?? {};
  const isKept = given.StorageMode === 'Permanent';
  const isFilm = task === 'AigcVideoTask';
  const fileType = isFilm ? 'mp4' : given.OutputFormat === 'jpeg' ? 'jpeg' : 'png';
  const count = job.ending === 'empty' ? 0 : Number(given.OutputImageCount ?? 1);
  const expiresMs = (job.endedMs ?? 0) + temporaryLifeMs;
  const files = Array.from({ length: count }, (_, index) => {
    const id = index === 0 ? job.id : `${job.id}-${index}`;
    const file = { vendor: job.vendor, model: job.model, id, shape: job.shape, format: fileType };
    return {
      StorageMode: isKept ? 'Permanent' : 'Temporary',
      MediaName: isKept ? (given.MediaName ?? `${task}-${job.id}`) : null,
      ClassId: isKept ? (given.ClassId ?? 0) : null,
      ExpireTime: isKept ? (given.ExpireTime ?? '9999-12-31T23:59:59Z') : timeOf(expiresMs),
      FileType: fileType,
      FileUrl: resultUrl(call.origin, call.context.life, file, isKept ? forever : expiresMs),
      FileId: isKept ? `528589079${job.createdMs}${index}` : null,
      MetaData: isKept ? describe(job, fileType) : null,
      UsageType: null,
    };
  });
  return isFilm ? { FileInfos: files, ProcedureTaskIds: [], Usage: usageOf(job) } : { FileInfos: files };
}

const forever = Date.parse('9999-12-31T23:59:59Z');

function usageOf({ shape: { seconds } }: Job): JsonRecord {
  return { OutputSeconds: seconds, TotalSeconds: seconds, InputSeconds: 0, InputImageCount: 0 };
}

function describe({ shape }: Job, fileType: string): JsonRecord {
  const { width, height, seconds } = shape;
  const duration = seconds === 0 ? 0 : seconds + surplusSeconds;
  const film = { Bitrate: 5_000_000, Height: height, Width: width, Codec: 'h264', Fps: 24 };
  return {
    Size: Buffer.byteLength(fileReply(fileType, shape).body),
    Container: fileType === 'mp4' ? 'mov,mp4,m4a,3gp,3g2,mj2' : fileType,
    Bitrate: seconds === 0 ? 0 : film.Bitrate,
    Height: height,
    Width: width,
    Duration: duration,
    Rotate: 0,
    VideoStreamSet: seconds === 0 ? [] : [film],
    AudioStreamSet: [],
    VideoDuration: duration,
    AudioDuration: 0,
    Md5: '',
  };
}
