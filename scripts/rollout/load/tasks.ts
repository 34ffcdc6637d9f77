import { wait } from '@headgate/runtime/wait';
import { models } from '../configuration.ts';
import { ask } from './ask.ts';
import { noteTrouble, type Tally } from './tally.ts';

const everyMs = 1_000;
/** Far above what a film takes. */
const endsWithinMs = 240_000;

/** Has one film made after the other and downloads each, until told to stop. */
export async function keepMaking(
  baseUrl: string,
  { tally, signal }: { tally: Tally; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const id = await submit(baseUrl, tally);
    if (id === undefined) continue;
    tally.tasks += 1;
    if (await follow(baseUrl, { id, tally })) await download(baseUrl, { id, tally });
    else tally.tasksLost += 1;
  }
}

async function submit(baseUrl: string, tally: Tally): Promise<string | undefined> {
  tally.requests += 1;
  try {
    const body = { model: models.film, prompt: 'a mill by a river', seconds: '4' };
    return ((await (await ask(`${baseUrl}/v1/videos`, body)).json()) as { id: string }).id;
  } catch (error) {
    tally.requestsFailed += 1;
    noteTrouble(tally, 'submitting a film', error);
    return undefined;
  }
}

/** Whether it was completed. */
async function follow(baseUrl: string, { id, tally }: { id: string; tally: Tally }): Promise<boolean> {
  const until = performance.now() + endsWithinMs;
  while (performance.now() < until) {
    await wait(everyMs);
    tally.requests += 1;
    try {
      const { status } = (await (await ask(`${baseUrl}/v1/videos/${id}`)).json()) as { status: string };
      if (status === 'completed') return true;
      if (status === 'failed') throw new Error('it has failed');
    } catch (error) {
      tally.requestsFailed += 1;
      noteTrouble(tally, `film ${id}`, error);
    }
  }
  noteTrouble(tally, `film ${id}`, 'has no end');
  return false;
}

async function download(baseUrl: string, { id, tally }: { id: string; tally: Tally }): Promise<void> {
  try {
    const answer = await ask(`${baseUrl}/v1/videos/${id}/content`);
    const { byteLength } = await answer.arrayBuffer();
    const promised = answer.headers.get('content-length');
    if (byteLength === 0 || (promised !== null && Number(promised) !== byteLength))
      throw new Error(`${byteLength} bytes of ${promised}`);
    tally.downloads += 1;
  } catch (error) {
    tally.downloadsCut += 1;
    noteTrouble(tally, `download of ${id}`, error);
  }
}
