import { ApiError, kindOfStatus } from './api-error.ts';
import { send } from './client.ts';

/** Above the hour that the API gives the longest answer. */
const deadlineMs = 65 * 60_000;

interface AskModels {
  body?: unknown;
  /** Under which tasks are made once, however often they are asked for. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** Asks models for something, as programs do; what is refused is an `ApiError` in the words of the API. */
export async function askModels(
  path: `/pg/${string}`,
  { body, idempotencyKey, signal }: AskModels = {},
): Promise<Response> {
  const response = await send(path, {
    method: body === undefined ? 'GET' : 'POST',
    signal: AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(signal ? [signal] : [])]),
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
    }),
  });
  if (response.ok) return response;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const message = readMessage(await response.json().catch(() => undefined));
  const isSaid = message !== '' && response.status !== 401;
  throw new ApiError(isSaid ? 'refused' : kindOfStatus(response.status), message, { requestId });
}

/** What an error of the public shape says: `{error: {message}}`; empty for whatever is none. */
export function readMessage(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return '';
  const { error } = answer;
  const isSaid = typeof error === 'object' && error !== null && 'message' in error;
  return isSaid && typeof error.message === 'string' ? error.message : '';
}
