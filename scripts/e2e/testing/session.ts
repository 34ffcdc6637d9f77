/** A signed-in person's way to the session API: the envelope's `data`, or a refusal thrown as a `Refused`. */
export interface Session {
  cookie: string;
  get(path: string): Promise<unknown>;
  post(path: string, body?: object): Promise<unknown>;
  put(path: string, body: object): Promise<unknown>;
  delete(path: string): Promise<unknown>;
}

/** What the session API refused. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Signs in by password. */
export async function signIn(baseUrl: string, username: string, password: string): Promise<Session> {
  const answer = await fetch(`${baseUrl}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const said = Object(await answer.json());
  if (said.success !== true) throw new Refused(answer.status, String(said.message));
  return sessionOf(baseUrl, answer.headers.getSetCookie()[0]?.split(';')[0] ?? '');
}

export function sessionOf(baseUrl: string, cookie: string): Session {
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const said = Object(await answer.json());
    if (said.success !== true) throw new Refused(answer.status, String(said.message));
    return said.data;
  };
  return {
    cookie,
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body ?? {}),
    put: (path, body) => ask('PUT', path, body),
    delete: (path) => ask('DELETE', path),
  };
}
