import { openRealtime } from '../../e2e/testing/realtime-client.ts';
import { type Session, sessionOf } from '../../e2e/testing/session.ts';
import { askChat, type Request } from '../load.ts';
import type { System } from './system.ts';

/** Who asks: changed under way, when keys and passwords are. */
export interface Caller {
  key: string;
  cookie: string;
  /** A film that is there to be downloaded. */
  film: string;
}

const deadlineMs = 60_000;

/** What clients do meanwhile: something of everything that a secret stands behind. */
export function requestsOf(system: Pick<System, 'chooseIngress'>, caller: Caller): Request[] {
  const session = (): Session => sessionOf(system.chooseIngress(), caller.cookie);
  const get = async (path: string): Promise<Response> =>
    fetch(system.chooseIngress() + path, {
      headers: { authorization: `Bearer ${caller.key}`, connection: 'close' },
      signal: AbortSignal.timeout(deadlineMs),
    });
  return [
    { what: 'streams', send: () => askChat(system.chooseIngress(), caller.key, true) },
    { what: 'answers', send: () => askChat(system.chooseIngress(), caller.key, false) },
    {
      what: 'downloads',
      async send() {
        const answer = await get(`/v1/videos/${caller.film}/content`);
        const { byteLength } = await answer.arrayBuffer();
        return { id: null, failure: answer.ok && byteLength > 0 ? '' : `answered ${answer.status}` };
      },
    },
    {
      what: 'tasks',
      async send() {
        const id = await makeTask(system.chooseIngress(), caller.key);
        return { id, failure: '' };
      },
    },
    {
      what: 'sessions of realtime',
      async send() {
        const client = await openRealtime(system.chooseIngress(), caller.key, 'rt');
        client.ask('hello');
        await client.until('response.done');
        client.sdk.close();
        return { id: client.requestId, failure: '' };
      },
    },
    {
      what: 'pages',
      async send() {
        await session().get('/api/token');
        return { id: null, failure: '' };
      },
    },
  ];
}

/** Has a film made; gives its id. */
export async function makeTask(baseUrl: string, key: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ model: 'sora-2', prompt: 'a mill by a river', seconds: '4' }),
    signal: AbortSignal.timeout(deadlineMs),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`no task was made: ${answer.status} ${text}`);
  return String(Object(JSON.parse(text)).id);
}
