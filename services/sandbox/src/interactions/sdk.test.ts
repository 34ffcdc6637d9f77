import { GoogleGenAI } from '@google/genai';
import { expect, test } from 'vitest';
import { createMediaClient } from '../testing/media-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const film = { model: 'gemini-omni-1.1-flash', input: 'a cat', background: true };

async function start() {
  const { url } = await startSandbox();
  const { interactions } = new GoogleGenAI({ apiKey: 'sk-test', httpOptions: { baseUrl: url } });
  return { url, interactions, media: createMediaClient({ url }) };
}

test('a film in the background is queued, in progress and complete, in base64', async () => {
  const { interactions } = await start();
  const { id, status } = await interactions.create({
    ...film,
    response_format: { type: 'video', duration: '6s', aspect_ratio: '9:16', resolution: '1080p' },
  });
  expect([id.slice(0, 3), status]).toEqual(['v1_', 'queued']);
  const seen = [];
  for (const _ of [1, 2, 3]) seen.push(await interactions.get(id));
  expect(seen.map((interaction) => interaction.status)).toEqual(['queued', 'in_progress', 'completed']);
  const [step] = seen[2]?.steps ?? [];
  const content = step?.type === 'model_output' ? step.content?.[0] : undefined;
  const bytes = Buffer.from(content?.type === 'video' ? (content.data ?? '') : '', 'base64');
  expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
  expect(bytes.includes('1080x1920')).toBe(true);
  expect(seen[2]?.usage?.output_tokens_by_modality).toEqual([{ modality: 'video', tokens: 34_752 }]);
});

test('without the background the answer is the film', async () => {
  const { interactions } = await start();
  const { status, steps } = await interactions.create({ ...film, background: false });
  expect([status, steps.length]).toEqual(['completed', 1]);
});

test('a film delivered by address needs the key that made it', async () => {
  const { interactions, url, media } = await start();
  const { id } = await interactions.create({ ...film, response_format: { type: 'video', delivery: 'uri' } });
  await media.step();
  const { steps } = await interactions.get(id);
  const address = JSON.stringify(steps).match(/"uri":"([^"]+)"/)?.[1] ?? '';
  expect(address.startsWith(url)).toBe(true);
  const statusOf = async (key: string) =>
    (await fetch(address, { headers: { 'x-goog-api-key': key } })).status;
  expect([await statusOf('sk-test'), await statusOf('sk-other'), (await fetch(address)).status]).toEqual([
    200, 404, 403,
  ]);
  await media.setClock(2 * 24 * 3_600_000 + 1);
  expect(await statusOf('sk-test')).toBe(404);
});

test('a film has its file a moment after its end', async () => {
  const { interactions, url } = await start();
  const { id } = await interactions.create({ ...film, response_format: { type: 'video', delivery: 'uri' } });
  const { files } = new GoogleGenAI({ apiKey: 'sk-test', httpOptions: { baseUrl: url } });
  const name = `files/omni-${id}`;
  await expect(files.get({ name })).rejects.toThrow('not found');
  for (const _ of [1, 2, 3]) await interactions.get(id);
  expect([(await files.get({ name })).state, (await files.get({ name })).state]).toEqual([
    'PROCESSING',
    'ACTIVE',
  ]);
});

test('an interaction is cancelled while it runs, and removed', async () => {
  const { interactions } = await start();
  const { id } = await interactions.create(film);
  expect((await interactions.cancel(id)).status).toBe('cancelled');
  expect((await interactions.get(id)).status).toBe('cancelled');
  await expect(interactions.cancel(id)).rejects.toThrow('not running');
  await interactions.delete(id);
  await expect(interactions.get(id)).rejects.toThrow('not found');
});

test('interactions end in every way that there is', async () => {
  const { interactions, media } = await start();
  const endOf = async (ending: string) => {
    const { id } = await interactions.create({ ...film, input: `[[ends=${ending}]]` });
    await media.step();
    const { status, errors = [] } = await interactions.get(id);
    return [status, errors[0]?.code];
  };
  expect(await endOf('failed')).toEqual(['failed', 'internal']);
  expect(await endOf('moderated')).toEqual(['failed', 'content_policy_violation']);
  expect(await endOf('expired')).toEqual(['incomplete', undefined]);
  expect(await endOf('empty')).toEqual(['completed', undefined]);
});

test('any other state can be had of a poll', async () => {
  const { interactions, media } = await start();
  const { id } = await interactions.create(film);
  for (const word of ['requires_action', 'budget_exceeded']) {
    await media.script({ kind: 'unknown-status', word, nth: 1 });
    expect((await interactions.get(id)).status).toBe(word);
  }
});

test('creates fail in the words of the vendor', async () => {
  const { interactions, media } = await start();
  await media.script({ kind: 'moderated', nth: 1 });
  await expect(interactions.create(film)).rejects.toThrow('violates the policy');
  const other = interactions.create({ ...film, model: 'gemini-omni-9' });
  await expect(other).rejects.toThrow('not found');
  expect((await media.log('on=create')).map(({ job }) => job)).toEqual([null]);
});
