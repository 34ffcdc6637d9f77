/** What /mj/ says in words of a picture or a prompt, and the pictures that its buttons make of them. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMjClient } from './testing/mj-client.ts';
import { type MjModel, mjChannel, mjModels, mjUnits } from './testing/mj-models.ts';
import { startWorld, type World } from './testing/world.ts';

const key = 'sk-wordswordswordswordswordswordswordswo';
const image = 'data:image/png;base64,iVBORw0KGgo=';

const configuration = `
models:
${mjModels}
channels: ${mjChannel}
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: artist, key: "${key}", quota_usd: 1000 }
`;

let world: World;
let mine: ReturnType<typeof createMjClient>;
const heard: string[] = [];

beforeAll(async () => {
  const quick = { HEADGATE_POLL_MS: '50', HEADGATE_WORKER_IDLE_MS: '50', HEADGATE_EARLY_POLL_MS: '10' };
  world = await startWorld(configuration, {
    mediaWorkers: 1,
    env: { 'media-worker': { ...quick, HEADGATE_RESEND_MS: '100' }, 'media-api': quick },
  });
  mine = createMjClient(world.baseUrl, key, heard);
}, 300_000);
afterAll(() => world.stop());

/** What was booked for a request: exactly once. */
async function expectBill(requestId: string, model: MjModel): Promise<void> {
  const find = async () => (await world.sql('select * from ledger.usage where id = $1', [requestId]))[0];
  expect(await waitFor(find, `the bill of ${requestId}`)).toMatchObject({ amount: mjUnits(model), model });
}

test('are what describing a picture makes', async () => {
  const described = await mine.make('describe', { base64: image });
  expect(described).toMatchObject({ action: 'DESCRIBE', status: 'SUCCESS' });
  const { finalPrompt } = described.properties;
  expect(finalPrompt?.split('\n\n')).toHaveLength(4);
  expect(described).toMatchObject({ prompt: finalPrompt, promptEn: finalPrompt });
  await expectBill(described.requestId, 'mj_describe');
});

const long = 'a mill by a river and a boat on it under a grey sky';

test.each([
  ['describe', { base64: image }, 'a picture, described in way 2 --ar 1:1'],
  ['shorten', { prompt: long }, 'a mill by a river and a boat o'],
])(
  'of %s have a button each, whose picture is made of them where its window is filled in as it stands',
  async (kind, body, line) => {
    const { id, buttons } = await mine.make(kind, body);
    const pressed = await mine.submit('action', { taskId: id, customId: buttons?.[1]?.customId });
    const { result } = pressed.body;
    expect(pressed.body).toMatchObject({ code: 21, properties: { finalPrompt: line, remix: true } });
    expect((await mine.submit('modal', { taskId: result })).body).toMatchObject({ code: 1, result });
    const made = { action: 'IMAGINE', status: 'SUCCESS', prompt: line };
    expect(await mine.awaitEnd(result)).toMatchObject(made);
    await expectBill(pressed.requestId, 'mj_imagine');
  },
);
