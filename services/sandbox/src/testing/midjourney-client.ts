import type { JsonRecord } from '../json-record.ts';

/** What callers of midjourney-proxy send, for which there is no SDK. */
export function createMidjourneyClient(url: string, secret = 'mj-secret') {
  async function call(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; text: string }> {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { 'mj-api-secret': secret, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  }
  const json = async (method: string, path: string, body?: object): Promise<JsonRecord> =>
    JSON.parse((await call(method, path, body)).text);
  return {
    call,
    submit: (kind: string, body: object): Promise<JsonRecord> => json('POST', `/mj/submit/${kind}`, body),
    fetch: (id: unknown): Promise<JsonRecord> => json('GET', `/mj/task/${id}/fetch`),
    seed: (id: unknown): Promise<JsonRecord> => json('GET', `/mj/task/${id}/image-seed`),
    async list(ids: unknown[]): Promise<JsonRecord[]> {
      return JSON.parse((await call('POST', '/mj/task/list-by-condition', { ids })).text);
    },
  };
}
