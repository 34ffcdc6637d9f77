import { waitFor } from '@headgate/runtime/testing/wait-for';
import { idOf, meteredTask } from './metered-tasks.ts';
import { type People, signIn } from './people.ts';
import { type Session, sessionOf } from './session.ts';
import { makeSpareCodes, type SpareCodes } from './spare-codes.ts';
import { makeSparePeople, type SparePeople } from './spare-people.ts';
import type { World } from './world.ts';

/** What the paths of documented routes name. What is somebody's is the user's, ada's, but for spare people. */
export interface Things extends SparePeople, SpareCodes {
  userId: string;
  keyId: string;
  /** A key whose text can be shown. */
  shownKeyId: string;
  /** Keys that may be deleted. */
  spareKeys: [string, string];
  /** A request that was billed. */
  requestId: string;
  /** A session of hers that nobody uses. */
  sessionId: string;
  accessTokenId: string;
  /** A channel that tells its balance. */
  channelId: string;
  /** Channels that may be changed and deleted. */
  spareChannels: [string, string, string];
  /** Where an upstream is. */
  upstreamUrl: string;
  film: string;
  /** A film that may be deleted. */
  spareFilm: string;
  picture: string;
  /** The first thing that can be done with the picture. */
  button: string;
  images: string;
  /** By the kind that the path names. */
  kling: Record<string, string>;
  upload: { token: string; key: string };
}

export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export const klingKinds = [
  ...['videos/text2video', 'videos/image2video', 'videos/multi-image2video'],
  ...['videos/omni-video', 'videos/motion-control', 'videos/avatar/image2video'],
  ...['videos/video-extend', 'videos/lip-sync', 'videos/effects'],
  ...['images/generations', 'images/kolors-virtual-try-on'],
];

/** Makes one of each, and waits until what is made in tasks is there. */
export async function makeThings(world: World, { key, user, root }: People): Promise<Things> {
  const send = async (path: string, body: object): Promise<string> => {
    const answer = await fetch(world.baseUrl + path, {
      method: 'POST',
      headers: { ...key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`POST ${path} was refused: ${text}`);
    return text;
  };
  const task = async (path: string, body: object) => idOf(await send(path, body));
  const film = { model: 'sora-2', prompt: 'Hello' };
  const [first, spare, picture, images] = await Promise.all([
    task('/v1/videos', film),
    task('/v1/videos', film),
    task('/mj/submit/imagine', { prompt: 'a mill' }),
    task('/v1/images/generations/async', { model: 'gpt-image-1', prompt: 'Hello' }),
  ]);
  const extended = await task('/kling/v1/videos/text2video', { model_name: 'kling-v1', prompt: 'Hello' });
  await hasEnded(world, [first, spare, picture, images, extended]);
  const kling = klingKinds.map(async (kind): Promise<[string, string]> => {
    const path = `/kling/v1/${kind}`;
    const { body } = meteredTask({ name: `POST ${path}` });
    return [kind, await task(path, JSON.parse(JSON.stringify(body).replaceAll('$task', extended)))];
  });
  const record = await (await fetch(`${world.baseUrl}/mj/task/${picture}/fetch`, { headers: key })).json();
  await signIn(world, 'user');
  const [person] = await world.sql(`select id from account.users where username = 'ada'`);
  const [own] = await world.sql(`select id from account.keys where name = 'adas'`);
  const [billed] = await world.sql(`select id from ledger.usage where key_id = ${own?.id} limit 1`);
  const session = sessionOf(world.baseUrl, String(user.cookie));
  const sessions = (await session.get('/api/user/sessions')) as { id: number; current: boolean }[];
  const operator = sessionOf(world.baseUrl, String(root.cookie));
  await operator.put('/api/option', { key: 'registration', value: true });
  const [channel] = await world.sql(`select id from account.channels where name = 'openai-compatible'`);
  const makeChannel = (name: string) => makeSpareChannel(world, operator, name);
  const makeKey = async (name: string) => String(Object(await session.post('/api/token', { name })).id);
  return {
    userId: String(person?.id),
    keyId: String(own?.id),
    shownKeyId: await makeKey('shown'),
    spareKeys: [await makeKey('spare'), await makeKey('sparer')],
    requestId: String(billed?.id),
    sessionId: String(sessions.find(({ current }) => !current)?.id),
    accessTokenId: String(Object(await session.post('/api/user/access-tokens', { name: 'own' })).id),
    channelId: String(channel?.id),
    spareChannels: [await makeChannel('one'), await makeChannel('two'), await makeChannel('three')],
    upstreamUrl: `${world.sandboxUrl}/v1`,
    ...(await makeSparePeople(world)),
    ...(await makeSpareCodes(operator)),
    film: first,
    spareFilm: spare,
    picture,
    button: Object(record).buttons[0].customId,
    images,
    kling: Object.fromEntries(await Promise.all(kling)),
    upload: readUpload(
      JSON.parse(await send('/api/upload/presign', { content_type: 'image/png', size: onePixel.length })),
    ),
  };
}

async function makeSpareChannel(world: World, operator: Session, name: string): Promise<string> {
  const where = { provider: 'openai-compatible', base_url: `${world.sandboxUrl}/v1`, keys: ['spare-secret'] };
  const channel = { name, ...where, models: ['gpt-4o-mini'], priority: -1 };
  const made = Object(await operator.post('/api/channel', { channel }));
  return String(made.ids[0]);
}

function readUpload({ data }: { data: { upload_url: string; key: string } }): Things['upload'] {
  return { token: data.upload_url.split('/').at(-1) ?? '', key: data.key };
}

async function hasEnded(world: World, ids: readonly string[]): Promise<void> {
  await waitFor(async () => {
    const rows = await world.sql(`select id from media.task where state = 'succeeded'`);
    const ended = new Set(rows.map(({ id }) => id));
    return ids.every((id) => ended.has(id));
  }, 'the tasks have ended');
}
