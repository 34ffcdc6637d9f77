import { waitFor } from '@headgate/runtime/testing/wait-for';

const taskWithinMs = 120_000;
const requestMs = 60_000;

/** Asks for a little of everything, as clients do; gives a line about each answer. Throws at the first that is wrong. */
export async function askSystem(baseUrl: string, key: string): Promise<string[]> {
  const ask = (path: string, body?: unknown): Promise<Response> =>
    fetch(`${baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(requestMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const chat = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] };

  const whole = await textOf(await ask('/v1/chat/completions', chat), 'chat');
  insist(JSON.parse(whole).usage?.total_tokens > 0, 'chat', whole);

  const stream = await textOf(await ask('/v1/chat/completions', { ...chat, stream: true }), 'stream');
  insist(stream.trimEnd().endsWith('data: [DONE]'), 'stream', stream);

  const made = await textOf(
    await ask('/v1/videos', { model: 'sora-2', prompt: 'a mill', seconds: '4' }),
    'video',
  );
  const { id } = JSON.parse(made);
  const status = async (): Promise<string> =>
    JSON.parse(await textOf(await ask(`/v1/videos/${id}`), 'task')).status;
  await waitFor(async () => (await status()) === 'completed', `${id} is completed`, {
    timeoutMs: taskWithinMs,
  });
  const film = await ask(`/v1/videos/${id}/content`);
  const bytes = (await film.arrayBuffer()).byteLength;
  insist(film.ok && bytes > 0, 'film', String(film.status));

  const page = await textOf(await ask('/console/'), 'console');
  const script = /src="(\/console\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '/console/none';
  const code = await textOf(await ask(script), 'script of the console');

  const used = async (): Promise<number> =>
    JSON.parse(await textOf(await ask('/api/usage/token/'), 'usage')).data.total_used;
  const units = await waitFor(used, 'the requests are billed', { timeoutMs: taskWithinMs });
  return [
    `chat: ${JSON.parse(whole).usage.total_tokens} tokens`,
    `stream: ${stream.split('\n\n').length - 1} events, ended by [DONE]`,
    `video: ${id} completed, ${bytes} bytes`,
    `console: a page of ${page.length} characters, a script of ${code.length}`,
    `billed: ${units} units`,
  ];
}

async function textOf(response: Response, what: string): Promise<string> {
  const text = await response.text();
  insist(response.ok, what, `${response.status} ${text}`);
  return text;
}

function insist(isRight: boolean, what: string, found: string): void {
  if (!isRight) throw new Error(`${what}: ${found.slice(0, 500)}`);
}
