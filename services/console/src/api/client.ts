import { ApiError, kindOfStatus } from './api-error.ts';

/** Members of a query; what is undefined or empty is left out. */
export type Query = Record<string, string | number | undefined>;

export interface Ask {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
}

/** The shape of every answer of `/api/*`. */
interface Envelope<T> {
  success: boolean;
  message: string;
  data: T;
}

const deadlineMs = 60_000;

/** Asks the API and unwraps what it says; whatever is not data is an `ApiError`. */
export async function ask<T>(path: string, { method = 'GET', query, body, signal }: Ask = {}): Promise<T> {
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
  if (!response.ok) throw new ApiError(kindOfStatus(response.status), envelope.message, { requestId });
  if (!envelope.success) throw new ApiError('refused', envelope.message, { requestId });
  return envelope.data;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (init.signal?.aborted && init.signal.reason?.name !== 'TimeoutError') throw cause;
    throw new ApiError('unreachable', 'No answer came.', { cause });
  }
}

async function readEnvelope<T>(response: Response, requestId: string | undefined): Promise<Envelope<T>> {
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
