import type { MediaRequest } from '../media/media-log.ts';

/** What tests ask of a sandbox's media, beside what they ask of its vendors. */
export function createMediaClient({ url }: { url: string }) {
  async function post(path: string, body: object): Promise<void> {
    const answer = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
  }
  return {
    script: (fault: Record<string, unknown>) => post('/media/faults', fault),
    /** Moves one job or all, so many steps or to the end. */
    step: (given: { job?: string; steps?: number } = {}) => post('/media/steps', given),
    setClock: (ms: number) => post('/media/clock', { ms }),
    async log(query = ''): Promise<MediaRequest[]> {
      const answer = await fetch(`${url}/media/log?${query}`);
      return JSON.parse(await answer.text());
    },
  };
}
