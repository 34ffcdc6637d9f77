/** Tasks that media's database has lost, as when it alone was set back: what the ledger holds for them is found, and given back by hand. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../headgate/testing/run-command.ts';
import { startWorld, type World } from './testing/world.ts';

const key = 'sk-lostlostlostlostlostlostlostlostlost';
const configuration = `
models:
  sora-2: { family: V1, price: { second: 0.10 } }
channels:
  - name: videos
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [sora-2]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: films, key: "${key}", quota_usd: 1000 }
`;

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, { mediaWorkers: 1 });
}, 300_000);
afterAll(() => world.stop());

const holds = (...words: string[]) =>
  runCommand(['ledger', 'holds', ...words], {
    HEADGATE_LEDGER_ADDRESS: world.ledgerAddress,
    HEADGATE_MEDIA_ADDRESS: world.mediaAddress,
  });

/** A film of four seconds that goes on until its vendor is told to end it. */
async function film(): Promise<{ task: string; hold: string; request: string }> {
  const answer = await fetch(`${world.baseUrl}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'sora-2', prompt: 'a mill [[hold]]', seconds: '4' }),
  });
  const { id: task } = (await answer.json()) as { id: string };
  const [row] = await world.sql('select hold_id, close_id from media.task where id = $1', [task]);
  return { task, hold: String(row?.hold_id), request: String(row?.close_id) };
}

async function listed(...words: string[]): Promise<Record<string, unknown>[]> {
  const { status, stdout, stderr } = await holds('list', '--json', ...words);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

const held = async () =>
  (await world.sql(`select held from ledger.purse where id like 'key:%'`)).map((row) => row.held);

test('what is held for a task that is lost is listed and given back, what is held for an open one stays', async () => {
  const [open, lost] = [await film(), await film()];
  await world.sql('delete from media.task where id = $1', [lost.task]);
  expect(await held()).toEqual([400_000n]);

  const units = '200000';
  expect(await listed('--all')).toMatchObject([
    { id: open.hold, units, state: 'open', task: open.task, request: open.request },
    { id: lost.hold, units, state: 'lost', task: null, request: lost.request },
  ]);
  expect((await listed('--all'))[1]?.purses).toEqual([
    expect.stringMatching(/^key:\d+$/),
    expect.stringMatching(/^user:\d+$/),
  ]);
  expect(await holds('list')).toMatchObject({ status: 0, stdout: 'nothing is held for too long\n' });
  await world.sql(`update ledger.hold set made_at = now() - interval '2 days' where id = $1`, [lost.hold]);
  expect((await holds('list')).stdout).toMatch(
    new RegExp(`^${lost.hold}  \\S+Z  200000  lost .* key:\\d+ user:\\d+$`, 'm'),
  );

  expect(await holds('release', open.hold, lost.hold)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^say why: --reason WORDS/),
  });
  expect(await held()).toEqual([400_000n]);
  expect(
    await holds('release', open.hold, lost.hold, '--reason', 'media was set back', '--by', 'ann'),
  ).toEqual({
    status: 1,
    stdout: `${lost.hold} is released: 200000 units are free again\n`,
    stderr: `Hold ${open.hold} is that of task ${open.task}, which ends it and may still be billed.\n`,
  });
  expect(await held()).toEqual([200_000n]);
  expect(await world.sql('select id, amount, actor, reason from ledger.lost_hold')).toEqual([
    { id: lost.hold, amount: 200_000n, actor: 'ann', reason: 'media was set back' },
  ]);
  expect(await listed('--all')).toMatchObject([{ id: open.hold }]);
});

test('what is not to be had is said', async () => {
  const id = randomUUID();
  expect(await holds('release', id, '--reason', 'x')).toEqual({
    status: 1,
    stdout: '',
    stderr: `There is no hold ${id}.\n`,
  });
  for (const words of [
    ['list', 'x'],
    ['release', '--reason', 'x'],
    ['release', 'x', '--reason', 'x'],
    ['burn'],
    [],
  ])
    expect((await holds(...words)).status).toBe(2);
});

test('nothing is released while media-api does not say which tasks are open', async () => {
  const { hold } = await film();
  const before = await held();
  await world.service('media-api').kill();
  expect(await holds('release', hold, '--reason', 'x')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^The media service at .+ does not answer\. Start it, or set HEADGATE_MEDIA_ADDRESS\.\n$/,
    ),
  });
  expect(await held()).toEqual(before);
});
