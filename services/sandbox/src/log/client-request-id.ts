export interface ClientRequestId {
  requestId: string | null;
  attempt: number | null;
}

/** Reads `X-Client-Request-Id: <request id>.<attempt>`; without a number at the end all of it is the id. */
export function readClientRequestId(header: string | string[] | undefined): ClientRequestId {
  if (typeof header !== 'string' || header === '') return { requestId: null, attempt: null };
  const [, requestId, attempt] = /^(.+)\.(\d+)$/.exec(header) ?? [];
  if (requestId === undefined) return { requestId: header, attempt: null };
  return { requestId, attempt: Number(attempt) };
}
