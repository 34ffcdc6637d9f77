/** A task at every vendor of video, from its create to its bytes and its bill; and nothing of the vendor in any answer. */
import { createServer } from 'node:http';
import { boundPort, listen } from '@headgate/runtime/operations';
import { filmOf } from '@headgate/runtime/testing/film-of';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type VendorRow, vendorRows } from './testing/media-vendors.ts';
import { startWorld, type World } from './testing/world.ts';

const key = 'sk-vendorsvendorsvendorsvendorsvendors';

function nameOf({ vendor }: VendorRow): string {
  return `model-${vendor}`;
}

const configuration = `
models:
${vendorRows.map((row) => `  ${nameOf(row)}: ${row.traits}`).join('\n')}
channels:${vendorRows
  .map(
    (row) => `
  - name: ${row.vendor}
    provider: ${row.provider}
    base_url: "\${HEADGATE_SANDBOX_URL}${row.base}"
    keys: ['${row.key}']
    models: [{ name: ${nameOf(row)}, upstream: ${row.model} }]${row.channel ? `\n    ${row.channel}` : ''}`,
  )
  .join('')}
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: vendors, key: "${key}", quota_usd: 1000 }
`;

/** A client's film, where the gateway can see how long it is. */
const films = createServer((_request, response) => response.end(filmOf(3_000)));

let world: World;
beforeAll(async () => {
  await listen(films, { host: '127.0.0.1', port: 0 });
  const quick = { HEADGATE_POLL_MS: '50', HEADGATE_WORKER_IDLE_MS: '50', HEADGATE_RESEND_MS: '100' };
  world = await startWorld(configuration, {
    mediaWorkers: 1,
    env: {
      'media-worker': quick,
      'media-api': {
        HEADGATE_POLL_MS: '50',
        HEADGATE_EARLY_POLL_MS: '50',
        HEADGATE_OPEN_TASKS: '200',
        HEADGATE_CONTENT_ALLOW: '127.0.0.0/8',
        HEADGATE_FETCH_MEDIA_ALLOW: filmAddress().host,
      },
    },
  });
}, 300_000);
afterAll(async () => {
  films.close();
  await world.stop();
});

function filmAddress(): URL {
  return new URL(`http://127.0.0.1:${boundPort(films)}/film.mp4`);
}

/** All that a client was told about one task. */
interface Told {
  id: string;
  requestId: string;
  status: string;
  error: { code: string } | undefined;
  /** Heads and bodies of every answer. */
  text: string;
}

async function ask(path: string, body?: object): Promise<Response> {
  return fetch(`${world.baseUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body).replace('$film', filmAddress().href) }),
  });
}

async function hear(answer: Response): Promise<{ text: string; body: Record<string, unknown> }> {
  const said = await answer.text();
  expect(answer.status, said).toBe(200);
  return { text: `${JSON.stringify([...answer.headers])}\n${said}\n`, body: JSON.parse(said) };
}

async function follow(row: VendorRow, prompt: string): Promise<Told> {
  const answer = await ask('/v1/videos', { model: nameOf(row), prompt, ...row.body });
  const requestId = answer.headers.get('x-request-id') ?? '';
  const { body, text } = await hear(answer);
  expect(body).toMatchObject({ status: 'queued', progress: 0 });
  const id = String(body.id);
  let heard = text;
  let progress = 0;
  return waitFor(async () => {
    const shown = await hear(await ask(`/v1/videos/${id}`));
    const unified = await hear(await ask(`/v1/video/generations/${id}`));
    heard += shown.text + unified.text;
    expect(shown.body.progress).toSatisfy((now) => now >= progress && now <= 100);
    progress = Number(shown.body.progress);
    expect(progress === 100).toBe(['completed', 'failed'].includes(String(shown.body.status)));
    if (progress < 100) return undefined;
    const { status, error } = shown.body as { status: string; error: Told['error'] };
    return { id, requestId, status, error, text: heard };
  }, `the task at ${row.vendor} has ended`);
}

async function bill(requestId: string): Promise<unknown> {
  const find = async () =>
    (await world.sql('select amount, ending from ledger.usage where id = $1', [requestId]))[0];
  return waitFor(find, 'it is billed');
}

async function jobs(vendor: string): Promise<string[]> {
  const log = await fetch(`${world.sandboxUrl}/media/log?on=create&vendor=${vendor}`);
  const made = (await log.json()) as { job: string | null }[];
  return made.flatMap(({ job }) => (job === null ? [] : [job]));
}

describe.each(vendorRows.map((row) => [row.vendor, row] as const))('%s', (vendor, row) => {
  test('renders a video once, whose bytes come through the gateway, and which is paid for once', async () => {
    const before = await jobs(vendor);
    const told = await follow(row, 'a mill by a river');
    expect(told).toMatchObject({ status: 'completed' });
    expect(await jobs(vendor)).toHaveLength(before.length + 1);
    const content = await ask(`/v1/videos/${told.id}/content`);
    expect(content.status).toBe(200);
    expect(content.headers.get('content-type')).toBe('video/mp4');
    const bytes = Buffer.from(await content.arrayBuffer());
    expect(bytes.subarray(4, 8).toString()).toBe('ftyp');
    expect(await bill(told.requestId)).toMatchObject({ amount: row.units, ending: 'completed' });
    const heard = told.text + JSON.stringify([...content.headers]);
    const secrets = [...(await jobs(vendor)), row.key, new URL(world.sandboxUrl).host, row.model];
    for (const secret of secrets) expect(heard).not.toContain(secret);
  });

  test('that does not want it is paid nothing', async () => {
    const told = await follow(row, 'what it does not want [[ends=moderated]]');
    expect(told).toMatchObject({ status: 'failed', error: { code: row.moderated ?? expect.any(String) } });
    expect(await bill(told.requestId)).toMatchObject({ amount: 0n, ending: 'upstream_failed' });
  });
});

// Last, since the vendors' clock goes for all of them.
const renewing = vendorRows.filter(({ renewsLinks }) => renewsLinks);
test.each(renewing.map((row) => [row.vendor, row] as const))(
  '%s is asked for a new address where one has expired, and it is kept',
  async (vendor, row) => {
    const told = await follow(row, 'a mill by a river');
    const tenHoursMs = 10 * 3_600_000;
    await fetch(`${world.sandboxUrl}/media/clock`, {
      method: 'POST',
      body: JSON.stringify({ ms: tenHoursMs }),
    });
    const polls = async () => {
      const log = await fetch(`${world.sandboxUrl}/media/log?on=poll&vendor=${vendor}`);
      return ((await log.json()) as unknown[]).length;
    };
    const before = await polls();
    for (const expected of [before + 1, before + 1]) {
      const content = await ask(`/v1/videos/${told.id}/content`);
      expect(content.status).toBe(200);
      expect(
        Buffer.from(await content.arrayBuffer())
          .subarray(4, 8)
          .toString(),
      ).toBe('ftyp');
      expect(await polls()).toBe(expected);
    }
  },
);
