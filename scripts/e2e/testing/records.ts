import type { World } from './world.ts';

/** Asks a public route as somebody; the status stands beside the members of the body. */
export type Reader = (path: string, method?: 'GET' | 'DELETE') => Promise<Read>;

export interface Read {
  status: number;
  success: boolean;
  data: { items: RecordOf[]; total: number; next_cursor: string };
  [member: string]: unknown;
}

/** A record of the log, as far as tests look at it. */
export interface RecordOf {
  id: string;
  request_id: string;
  quota: number;
  username: string;
  other: string;
  channel?: number;
  channel_name?: string;
}

export function readAs({ baseUrl }: Pick<World, 'baseUrl'>, headers: Record<string, string>): Reader {
  return async (path, method = 'GET') => {
    const answer = await fetch(baseUrl + path, { method, headers });
    const body = (await answer.json()) as Omit<Read, 'status'>;
    return { ...body, status: answer.status } as Read;
  };
}

/** Signs in, and reads with the cookie of the session. */
export async function signIn(
  world: Pick<World, 'baseUrl'>,
  credentials: { username: string; password: string },
): Promise<Reader> {
  const answer = await fetch(`${world.baseUrl}/api/user/login`, {
    method: 'POST',
    body: JSON.stringify(credentials),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return readAs(world, { cookie });
}

/** All pages of a log, each from the cursor of the one before. */
export async function readPages(
  read: Reader,
  path: string,
  between: () => Promise<void> = async () => undefined,
): Promise<{ records: RecordOf[]; totals: Set<number> }> {
  const records: RecordOf[] = [];
  const totals = new Set<number>();
  for (let cursor = ''; ; ) {
    const { success, data } = await read(`${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`);
    if (!success) throw new Error(`${path} was refused`);
    records.push(...data.items);
    totals.add(data.total);
    cursor = data.next_cursor;
    if (cursor === '') return { records, totals };
    await between();
  }
}
