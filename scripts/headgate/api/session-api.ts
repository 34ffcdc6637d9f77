/** The session API as somebody who has signed in asks it. */
export interface SessionApi {
  /** The answer's `data`. Rejects with ApiRefused, or with ApiUnreachable. */
  ask(method: 'GET' | 'POST' | 'DELETE', path: string, asked?: Asked): Promise<unknown>;
  /** Signs out, where it had to sign in. */
  close(): Promise<void>;
}

export interface Asked {
  query?: Record<string, string>;
  body?: object;
}

/** The gateway said no; the message is its own. */
export class ApiRefused extends Error {}

/** It does not know who asks. */
export class NotSignedIn extends ApiRefused {}

/** Nobody answered as the gateway does; the message says where. */
export class ApiUnreachable extends Error {}

const timeoutMs = 60_000;

/** The gateway, and the headers by which somebody asks it. */
export interface Asker {
  baseUrl: string;
  headers: Record<string, string>;
}

/** Rejects with ApiRefused, or with ApiUnreachable. */
export async function askApi(
  { baseUrl, headers }: Asker,
  method: string,
  path: string,
  { query = {}, body }: Asked = {},
): Promise<{ data: unknown; headers: Headers }> {
  const search = new URLSearchParams(query).toString();
  const url = `${baseUrl.replace(/\/+$/, '')}${path}${search === '' ? '' : `?${search}`}`;
  const answer = await send(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { success, message, data } = await readEnvelope(url, answer);
  if (success === true) return { data, headers: answer.headers };
  const words = typeof message === 'string' ? message : `It answered ${answer.status}.`;
  if (answer.status >= 500) throw new ApiUnreachable(`${baseUrl} does not serve right now: ${words}`);
  if (answer.status === 401) throw new NotSignedIn(words);
  throw new ApiRefused(words);
}

async function send(url: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...options, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  } catch (cause) {
    throw new ApiUnreachable(`The gateway does not answer at ${new URL(url).origin}.`, { cause });
  }
}

async function readEnvelope(url: string, answer: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await answer.json();
    if (typeof body === 'object' && body !== null) return { ...body };
  } catch {
    // Said below, like a body of another shape.
  }
  throw new ApiUnreachable(`What answers at ${new URL(url).origin} is no gateway (status ${answer.status}).`);
}
