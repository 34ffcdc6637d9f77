/** An answer of the session API: the members of its body beside the status. */
export interface SessionAnswer {
  status: number;
  success: boolean;
  message?: string;
  data?: unknown;
  retryAfter?: string;
}

/** Asks the session API as a browser's page does: keeps the cookie, and says where it comes from. */
export interface PageClient {
  get(path: string): Promise<SessionAnswer>;
  post(path: string, body?: object): Promise<SessionAnswer>;
  put(path: string, body?: object): Promise<SessionAnswer>;
  delete(path: string, body?: object): Promise<SessionAnswer>;
  /** The cookie of the session. */
  cookie(): string;
}

export function createPageClient(baseUrl: string, headers: Record<string, string> = {}): PageClient {
  let cookie = '';

  async function ask(method: string, path: string, body?: object): Promise<SessionAnswer> {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: {
        'content-type': 'application/json',
        origin: baseUrl,
        ...(cookie !== '' && { cookie }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const kept = answer.headers.getSetCookie().find((text) => text.startsWith('session='));
    if (kept) cookie = kept.startsWith('session=;') ? '' : (kept.split(';')[0] ?? '');
    const retryAfter = answer.headers.get('retry-after');
    const members = (await answer.json()) as Omit<SessionAnswer, 'status'>;
    return { ...members, status: answer.status, ...(retryAfter !== null && { retryAfter }) };
  }

  return {
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body),
    put: (path, body) => ask('PUT', path, body),
    delete: (path, body) => ask('DELETE', path, body),
    cookie: () => cookie,
  };
}
