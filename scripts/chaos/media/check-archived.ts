import type { World } from '../../e2e/testing/world.ts';
import { key as clientKey, filmOf, productOf } from './configuration.ts';

interface Made {
  id: string;
  model: string;
  /** What its vendor calls it. */
  job: string;
}

/** Downloads at a time. */
const atATime = 8;

/**
 * Downloads every result once its vendor is gone, and compares it with what that had made where it can be asked in a line. For good:
 * nothing is asked of a vendor after it.
 */
export async function checkArchived(world: World): Promise<{ downloaded: number; violations: string[] }> {
  const made = (await world.sql(
    `select id, model, upstream_id as job from media.task where state = 'succeeded'`,
  )) as unknown as Made[];
  const atVendor = new Map<string, Buffer>();
  await forEach(made, async (one) => {
    const bytes = await downloadFromVendor(world, one);
    if (bytes) atVendor.set(one.id, bytes);
  });
  await world.service('sandbox').kill();
  const violations: string[] = [];
  let downloaded = 0;
  await forEach(made, async ({ id, model }) => {
    const answer = await download(world, id, model);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200) violations.push(`the result of ${id} is answered ${answer.status}`);
    else if (!bytes.equals(atVendor.get(id) ?? bytes) || !isMedia.test(bytes.toString('latin1', 0, 8)))
      violations.push(`the result of ${id} is not what its vendor made`);
    else downloaded += 1;
  });
  return { downloaded, violations };
}

/** How a film begins, and a picture. */
const isMedia = /^(.{4}ftyp|\x89PNG)/s;

/** The task leads to it. */
async function download({ baseUrl }: World, id: string, model: string): Promise<Response> {
  const headers = { authorization: `Bearer ${clientKey}` };
  const { style } = productOf(model);
  const shown = await fetch(`${baseUrl}${style.pathOf(id)}`, { headers });
  const result = new URL(style.readResult(await shown.json(), id), baseUrl);
  return fetch(result, style.needsKey ? { headers } : {});
}

type Get = (path: string) => Promise<Response>;

/** What leads to a film, by its vendor. */
const findFilm: Record<string, (job: string, get: Get) => Promise<Response>> = {
  'openai-videos': (job, get) => get(`/v1/videos/${job}/content`),
  async ark(job, get) {
    const task = await get(`/api/v3/contents/generations/tasks/${job}`);
    const { content } = (await task.json()) as { content: { video_url: string } };
    return get(content.video_url);
  },
};

async function downloadFromVendor({ sandboxUrl }: World, { model, job }: Made): Promise<Buffer | undefined> {
  const film = filmOf(model);
  if (!film) return undefined;
  const { vendor, key } = film.vendor;
  const get: Get = async (path) => {
    const answer = await fetch(new URL(path, sandboxUrl), { headers: { authorization: `Bearer ${key}` } });
    if (!answer.ok) throw new Error(`${job} is not to be had at its vendor: ${answer.status}`);
    return answer;
  };
  const found = await findFilm[vendor]?.(job, get);
  return found && Buffer.from(await found.arrayBuffer());
}

async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items];
  const worker = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atATime }, worker));
}
