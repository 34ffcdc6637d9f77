import { ApiError, type ApiErrorKind, kindOfStatus, type Problem, type RefusalReason } from './api-error.ts';

/** Members of a query; what is undefined or empty is left out. */
export type Query = Record<string, string | number | undefined>;

export interface Ask {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
  /** Above the usual one, where upstreams are asked. */
  deadlineMs?: number;
}

/** The shape of every answer of `/api/*`. */
export interface Envelope<T> {
  success: boolean;
  message: string;
  data: T;
  reason?: RefusalReason;
  values?: Record<string, string>;
  problems?: Problem[];
}

const usualDeadlineMs = 60_000;

/** Asks the API and unwraps what it says; whatever is not data is an `ApiError`. */
export async function ask<T>(path: string, asked: Ask = {}): Promise<T> {
  const { envelope, requestId } = await exchange<Envelope<T>>(path, asked);
  if (!envelope.success) throw errorOf('refused', envelope, requestId);
  return envelope.data;
}

/** Asks for what says more beside its data, and whose refusals are answers too: whoever asks tells them apart. */
export async function askWhole<T extends Envelope<unknown>>(path: string, asked: Ask = {}): Promise<T> {
  return (await exchange<T>(path, asked)).envelope;
}

/** Above the hour that the API gives the longest work. */
const eventsDeadlineMs = 65 * 60_000;

/** Asks for events as they come. */
export async function askForEvents(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const response = await send(path, {
    headers: { accept: 'text/event-stream' },
    signal: AbortSignal.any([AbortSignal.timeout(eventsDeadlineMs), signal]),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (response.ok && isStream && response.body) return response.body;
  const { message } = await readEnvelope(response, undefined);
  throw new ApiError(kindOfStatus(response.status), message);
}

async function exchange<T extends Envelope<unknown>>(
  path: string,
  { method = 'GET', query, body, signal, deadlineMs = usualDeadlineMs }: Ask,
): Promise<{ envelope: T; requestId: string | undefined }> {
  const response = await send(path + toSearch(query), {
    method,
    signal: AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(signal ? [signal] : [])]),
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const envelope = await readEnvelope<T>(response, requestId);
  if (!response.ok) throw errorOf(kindOfStatus(response.status), envelope, requestId);
  return { envelope, requestId };
}

function errorOf(
  kind: ApiErrorKind,
  { message, reason, values, problems }: Envelope<unknown>,
  requestId: string | undefined,
): ApiError {
  return new ApiError(kind, message, { requestId, reason, values, problems });
}

/** Sends a request; that nobody answered is an `ApiError` as well. */
export async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (init.signal?.aborted && init.signal.reason?.name !== 'TimeoutError') throw cause;
    throw new ApiError('unreachable', 'No answer came.', { cause });
  }
}

async function readEnvelope<T extends Envelope<unknown>>(
  response: Response,
  requestId: string | undefined,
): Promise<T> {
  try {
    return await response.json();
  } catch (cause) {
    const kind = response.ok ? 'unreadable' : kindOfStatus(response.status);
    throw new ApiError(kind, 'The answer could not be read.', { requestId, cause });
  }
}

/** The query as it stands behind a path, with its question mark. */
export function toSearch(query: Query = {}): string {
  const members = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (members.length === 0) return '';
  return `?${new URLSearchParams(members.map(([name, value]) => [name, String(value)]))}`;
}
