import type { World } from '../../e2e/testing/world.ts';
import { key, type models, upstreamKeys } from './configuration.ts';

interface Made {
  id: string;
  model: (typeof models)[number];
  /** What its vendor calls it. */
  job: string;
}

/** Downloads at a time. */
const atATime = 8;

/**
 * Downloads every result once its vendor is gone, and compares it with what that had made. For good: nothing is asked of a
 * vendor after it.
 */
export async function checkArchived(world: World): Promise<{ downloaded: number; violations: string[] }> {
  const made = (await world.sql(
    `select id, model, upstream_id as job from media.task where state = 'succeeded'`,
  )) as unknown as Made[];
  const atVendor = new Map<string, Buffer>();
  await forEach(made, async (one) => void atVendor.set(one.id, await downloadFromVendor(world, one)));
  await world.service('sandbox').kill();
  const violations: string[] = [];
  let downloaded = 0;
  await forEach(made, async ({ id }) => {
    const answer = await fetch(`${world.baseUrl}/v1/videos/${id}/content`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200) violations.push(`the result of ${id} is answered ${answer.status}`);
    else if (!bytes.equals(atVendor.get(id) ?? Buffer.alloc(0)))
      violations.push(`the result of ${id} is not what its vendor made`);
    else downloaded += 1;
  });
  return { downloaded, violations };
}

async function downloadFromVendor({ sandboxUrl }: World, { model, job }: Made): Promise<Buffer> {
  const headers = { authorization: `Bearer ${upstreamKeys[model]}` };
  const get = async (url: string): Promise<Response> => {
    const answer = await fetch(url, { headers });
    if (!answer.ok) throw new Error(`${job} is not to be had at its vendor: ${answer.status}`);
    return answer;
  };
  if (model === 'film-a')
    return Buffer.from(await (await get(`${sandboxUrl}/v1/videos/${job}/content`)).arrayBuffer());
  const task = await get(`${sandboxUrl}/api/v3/contents/generations/tasks/${job}`);
  const { content } = (await task.json()) as { content: { video_url: string } };
  return Buffer.from(await (await get(content.video_url)).arrayBuffer());
}

async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items];
  const worker = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atATime }, worker));
}
