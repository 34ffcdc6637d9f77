import { asNumber, asObject, asText, type Json } from '../../call/json.ts';
import { type FailCode, failCodes } from '../../task/failure.ts';
import type { Media, Result } from '../../task/task.ts';
import { failCodes as openAiCodes, readError } from '../open-ai/refusal.ts';
import type { Report } from '../upstream.ts';

type Kind = 'queued' | 'running' | 'succeeded' | 'failed';

/** The words of all gateways, in small letters. `unknown` and an empty one are none: the task goes on. */
const kinds: Record<string, Kind | undefined> = {
  not_start: 'queued',
  pending: 'queued',
  queued: 'queued',
  submitted: 'queued',
  in_progress: 'running',
  processing: 'running',
  running: 'running',
  completed: 'succeeded',
  succeeded: 'succeeded',
  success: 'succeeded',
  cancelled: 'failed',
  expired: 'failed',
  failed: 'failed',
  failure: 'failed',
};

/** Where gateways put the address of a result. */
const places = [
  ['video_url'],
  ['url'],
  ['result_url'],
  ['metadata', 'url'],
  ['data', 'url'],
  ['output', 'url'],
  ['video', 'url'],
];

interface Asked {
  upstreamId: string;
  /** Where the channel says that the gateway is. */
  baseUrl: string;
}

/** A task as another gateway tells it: as a record below `data`, or as a video object. */
export function readTask(body: Json, asked: Asked): Report {
  const wrapped = body.status === undefined ? asObject(body.data) : undefined;
  const task = wrapped ?? body;
  const word = asText(task.status) ?? '';
  const kind = kinds[word.toLowerCase()];
  switch (kind) {
    case undefined:
      return { kind: 'unknown', literal: word };
    case 'queued':
    case 'running':
      return { kind, ...progressOf(task) };
    case 'failed':
      return readFailure(task);
    case 'succeeded':
      // Some complete what their vendor's moderation held back, with an error.
      if (readError(task.error)) return readFailure(task);
      return { kind, result: readResult(task, asked) };
  }
}

/** As a number, or as the text `30%`. */
function progressOf({ progress }: Json): { progress?: number } {
  const number = typeof progress === 'string' ? Number.parseFloat(progress) : asNumber(progress);
  return number === undefined || Number.isNaN(number) ? {} : { progress: number };
}

function readFailure(task: Json): Report {
  const { code = '', message = '' } = readError(task.error) ?? {};
  return {
    kind: 'failed',
    code: toFailCode(code) ?? openAiCodes[code] ?? 'internal_error',
    message: message || (asText(task.fail_reason) ?? ''),
  };
}

/** The other gateway's codes, where they are ours too. */
export function toFailCode(code: string | undefined): FailCode | undefined {
  return failCodes.find((known) => known === code);
}

function readResult(task: Json, asked: Asked): Result {
  const metadata = asObject(task.metadata) ?? {};
  const seconds = asNumber(metadata.duration);
  const width = asNumber(metadata.width);
  const height = asNumber(metadata.height);
  const fps = asNumber(metadata.fps);
  return {
    media: mediaIn(task, asked),
    ...(seconds !== undefined && { secondsMs: Math.round(seconds * 1_000) }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(fps !== undefined && { fps }),
  };
}

function mediaIn(task: Json, asked: Asked): Media[] {
  const found = places.map((path) => addressAt(task, path, asked.baseUrl)).find((url) => url !== undefined);
  const url = found ?? addressInReason(task);
  const expiresAt = asNumber(task.expires_at);
  const expiry = expiresAt === undefined ? {} : { expiresAt: expiresAt * 1_000 };
  const isOwn = url !== undefined && isOwnRoute(url, asked);
  if (url !== undefined && !isOwn) return [{ kind: 'video', url, ...expiry }];
  // OpenAI's object has no address: its bytes are had for its id.
  return isOwn || task.object === 'video' ? [{ kind: 'video', ...expiry }] : [];
}

/**
 * The route of the task's own bytes, under the name by which the gateway's other clients reach it. Ours may lead nowhere from
 * here, and its key goes to no other place than the channel's: it is asked there.
 */
function isOwnRoute(url: string, { upstreamId, baseUrl }: Asked): boolean {
  const { origin, pathname } = new URL(url);
  return origin !== new URL(baseUrl).origin && pathname.endsWith(`/v1/videos/${upstreamId}/content`);
}

/** Older releases of new-api keep the address of a film where the reason of a failure would stand. */
function addressInReason({ fail_reason: reason }: Json): string | undefined {
  const text = asText(reason) ?? '';
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined;
}

/** A web address, which may be one of the gateway's own. Never `data:`: tasks keep no bytes. */
function addressAt(task: Json, path: readonly string[], baseUrl: string): string | undefined {
  const value = path.reduce<unknown>((at, name) => asObject(at)?.[name], task);
  const text = asText(value);
  if (text === undefined || !URL.canParse(text, baseUrl)) return undefined;
  const url = new URL(text, baseUrl);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
}
