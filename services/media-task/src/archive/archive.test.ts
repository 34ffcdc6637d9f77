import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { boundPort, listen } from '@headgate/runtime/operations';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { claimArchive } from '../sql/endings/archive.ts';
import { finishTask } from '../sql/endings/finish-task.ts';
import { hideTask } from '../sql/tasks/hide-task.ts';
import { replaceResult } from '../sql/tasks/replace-result.ts';
import type { Result, Task } from '../task/task.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { sweepFiles } from '../uploads/sweep-files.ts';
import { archiveForever, archiveOne } from './archive-forever.ts';
import { renewEveryMs } from './while-renewed.ts';

const never = new AbortController().signal;
const film = Buffer.from('a film');
let media: TestMedia;
let serve: (request: IncomingMessage, response: ServerResponse) => void;
let asked: IncomingMessage[];
const vendor = createServer((request, response) => {
  asked.push(request);
  serve(request, response);
});
beforeAll(async () => {
  media = await createTestMedia();
  await listen(vendor, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  vendor.closeAllConnections();
  vendor.close();
  await media.stop();
});
beforeEach(async () => {
  asked = [];
  serve = (_request, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(film);
  await media.context.knex.raw('truncate archive, file');
});

/** A task whose result the vendor keeps, with an entry to archive it. */
async function finished(
  result: Result = { media: [{ kind: 'video', url: `${origin()}/film.mp4` }] },
): Promise<Task> {
  const { id } = await media.submitted({ account: { baseUrl: `${origin()}/v1`, key: 'the-key' } });
  const ending = { state: 'succeeded', result, usage: (await media.read(id)).usage } as const;
  await finishTask(media.context.knex, id, media.context.owner, ending, { archives: true });
  return media.read(id);
}

function origin(): string {
  return `http://127.0.0.1:${boundPort(vendor)}`;
}

/** Copies one that is due. False where there was none. */
async function archive({ archiveTries = 3, stopping = never } = {}): Promise<boolean> {
  const config = { ...media.context.config, archiveTries, archivePauseMs: 0 };
  const due = await claimArchive(media.context.knex, 60_000);
  if (due) await archiveOne({ ...media.context, config }, due, stopping);
  return due !== undefined;
}

async function contentOf({ id }: Task): Promise<string> {
  const { result } = await media.read(id);
  const stream = await media.context.store.read(result?.media[0]?.key ?? 'none');
  return stream ? (await buffer(stream)).toString() : 'nothing';
}

function waiting(): Promise<object[]> {
  return media.context.knex('archive').select('task_id', 'tries');
}

describe('a result', () => {
  test('is copied once its task has ended, and the task names our copy and how long it is kept', async () => {
    const task = await finished();
    expect(await archive()).toBe(true);
    expect(await contentOf(task)).toBe('a film');
    const { result } = await media.read(task.id);
    expect(result?.media).toEqual([
      {
        kind: 'video',
        url: `${origin()}/film.mp4`,
        key: expect.stringMatching(/^r\/.+\.mp4$/),
        expiresAt: expect.any(Number),
      },
    ]);
    expect([await waiting(), await archive()]).toEqual([[], false]);
  });

  test('that is had for the id of its task is asked for with the credential that made it', async () => {
    const task = await finished({ media: [{ kind: 'video' }] });
    await archive();
    expect(await contentOf(task)).toBe('a film');
    expect(asked.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      [`/v1/videos/${task.upstreamId}/content?variant=video`, 'Bearer the-key'],
    ]);
  });

  test('is asked for with a newer credential where that one is refused', async () => {
    await media.submitted({ account: { baseUrl: `${origin()}/v1`, key: 'newer' } });
    serve = ({ headers }, response) => {
      const isGood = headers.authorization === 'Bearer newer';
      response.writeHead(isGood ? 200 : 401, { 'content-type': 'video/mp4' }).end(isGood ? film : 'No.');
    };
    const task = await finished({ media: [{ kind: 'video' }] });
    await archive();
    expect(await contentOf(task)).toBe('a film');
  });

  test('is asked for with a newer credential where its own cannot be opened', async () => {
    const task = await finished({ media: [{ kind: 'video' }] });
    await media.sealAway(task.id);
    await media.submitted({ account: { baseUrl: `${origin()}/v1`, key: 'readable' } });
    await archive();
    expect(await contentOf(task)).toBe('a film');
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer readable']);
  });

  test('of several files is copied whole, and what is there is not fetched again', async () => {
    const urls = ['one', 'two'].map((name) => ({ kind: 'image' as const, url: `${origin()}/${name}` }));
    serve = (request, response) => {
      if (request.url === '/two' && asked.length === 2) return void response.writeHead(500).end();
      response.writeHead(200, { 'content-type': 'image/webp' }).end(request.url);
    };
    const task = await finished({ media: urls });
    expect([await archive(), await archive(), await archive()]).toEqual([true, true, false]);
    expect(asked.map(({ url }) => url)).toEqual(['/one', '/two', '/two']);
    const { result } = await media.read(task.id);
    expect(result?.media.map(({ key }) => key?.endsWith('.webp'))).toEqual([true, true]);
  });

  test.each([
    ['image/jpg', Buffer.from('ffd8ffe000104a46', 'hex'), 'jpg'],
    ['application/octet-stream', Buffer.from('RIFF\0\0\0\0WEBP'), 'webp'],
    ['text/html', Buffer.from('89504e470d0a1a0a', 'hex'), 'png'],
    ['image/gif', Buffer.from('nobody knows'), 'gif'],
    ['binary/octet-stream', Buffer.from('nobody knows'), 'png'],
  ])('that is called %s is kept as what it is', async (type, bytes, ending) => {
    serve = (_request, response) => response.writeHead(200, { 'content-type': type }).end(bytes);
    const { id } = await finished({ media: [{ kind: 'image', url: `${origin()}/picture` }] });
    await archive();
    const key = (await media.read(id)).result?.media[0]?.key ?? '';
    expect(key.split('.')[1]).toBe(ending);
    expect(await buffer((await media.context.store.read(key)) ?? Readable.from([]))).toEqual(bytes);
  });

  test('that comes compressed is kept as it was made', async () => {
    const bytes = gzipSync(film);
    const headers = {
      'content-type': 'video/mp4',
      'content-encoding': 'gzip',
      'content-length': bytes.length,
    };
    serve = (_request, response) => response.writeHead(200, headers).end(bytes);
    const task = await finished();
    await archive();
    expect(await contentOf(task)).toBe('a film');
  });

  test.each([
    ['text/html; charset=utf-8', '<!doctype html>'],
    ['application/json', '{"error":"No."}'],
    ['video/mp4', ''],
  ])('is not what stands in its place: %s', async (type, words) => {
    serve = (_request, response) => response.writeHead(200, { 'content-type': type }).end(words);
    const task = await finished();
    await archive();
    expect(await contentOf(task)).toBe('nothing');
    expect(await waiting()).toMatchObject([{ task_id: task.id, tries: 1 }]);
  });

  test('whose address has expired before anybody copied it is copied from a newer one', async () => {
    const { id, usage } = await media.submitted({
      account: { provider: 'minimax-v2', baseUrl: origin(), key: 'k' },
    });
    const result = { media: [{ kind: 'video' as const, url: `${origin()}/old.mp4` }] };
    const ending = { state: 'succeeded', result, usage } as const;
    await finishTask(media.context.knex, id, media.context.owner, ending, { archives: true });
    const said = { task: { status: 'succeeded', content: { url: `${origin()}/new.mp4` } } };
    media.vendor.answer = () => ({ body: Buffer.from(JSON.stringify(said)) });
    serve = ({ url }, response) => {
      const isThere = url === '/new.mp4';
      response.writeHead(isThere ? 200 : 403, { 'content-type': 'video/mp4' }).end(isThere ? film : 'No.');
    };
    await archive();
    expect(await contentOf(await media.read(id))).toBe('a film');
    expect(asked.map(({ url }) => url)).toEqual(['/old.mp4', '/new.mp4']);
  });

  test('that is not to be had is given up after some tries, and left at the vendor', async () => {
    serve = (_request, response) => response.writeHead(404).end();
    const task = await finished();
    expect([await archive(), await archive(), await archive(), await archive()]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(await media.read(task.id)).toMatchObject({ state: 'succeeded', result: task.result });
  });

  test('waits for a store that is away for a day, and is copied within an hour of its return', async () => {
    const { knex, store, config } = media.context;
    const away = { ...store, put: () => Promise.reject(new Error('the object store answered 403')) };
    const task = await finished();
    const pausesMs: number[] = [];
    const sum = (): number => pausesMs.reduce((total, pauseMs) => total + pauseMs, 0);
    while (sum() < 24 * 3_600_000) {
      const due = await claimArchive(knex, 60_000);
      if (!due) return expect.unreachable(`it was given up after ${sum()} ms`);
      await archiveOne({ ...media.context, store: away, config }, due, never);
      const paused = await knex.raw(
        'select (extract(epoch from due_at - now()) * 1000)::float8 as ms from archive',
      );
      pausesMs.push(...paused.rows.map(({ ms }: { ms: number }) => ms));
      await knex.raw('update archive set due_at = now()');
    }
    expect(Math.max(...pausesMs)).toBeLessThanOrEqual(3_600_000);
    await archive({ archiveTries: config.archiveTries });
    expect(await contentOf(task)).toBe('a film');
  });

  test('whose worker stops meanwhile is left as it was to another', async () => {
    const task = await finished();
    const stopping = new AbortController();
    serve = (_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' }).write(film);
      stopping.abort();
    };
    await archive({ archiveTries: 1, stopping: stopping.signal });
    expect(await waiting()).toEqual([{ task_id: task.id, tries: 0 }]);
    serve = (_request, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(film);
    await archive({ archiveTries: 1 });
    expect(await contentOf(task)).toBe('a film');
  });

  test('that breaks off is not taken for whole', async () => {
    serve = (_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '1000' }).write(film);
      setImmediate(() => response.destroy());
    };
    const task = await finished();
    await archive();
    expect(await contentOf(task)).toBe('nothing');
    expect(await waiting()).toMatchObject([{ task_id: task.id, tries: 1 }]);
  });

  test('is copied by one worker at a time', async () => {
    await finished();
    expect((await Promise.all([archive(), archive(), archive()])).filter(Boolean)).toHaveLength(1);
    expect(asked).toHaveLength(1);
  });

  test('stays archived where newer addresses were asked for meanwhile', async () => {
    const task = await finished();
    await archive();
    const newer = { kind: 'video', url: `${origin()}/newer.mp4` } as const;
    await replaceResult(media.context.knex, task.id, { media: [newer, newer], secondsMs: 4_000 });
    expect(await contentOf(task)).toBe('a film');
    const { result } = await media.read(task.id);
    expect(result).toMatchObject({ secondsMs: 4_000, media: [{ url: `${origin()}/film.mp4` }, newer] });
  });

  test('at an address of the inner network is not fetched', async () => {
    const task = await finished({ media: [{ kind: 'video', url: 'http://169.254.169.254/latest' }] });
    await archive();
    expect(await contentOf(task)).toBe('nothing');
  });
});

describe('a deleted task', () => {
  test('is not archived any more', async () => {
    await hideTask(media.context.knex, (await finished()).id);
    expect([await archive(), asked]).toEqual([false, []]);
  });

  test('has none that was on its way when it was deleted', async () => {
    const task = await finished();
    serve = (_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' }).write(film);
      void hideTask(media.context.knex, task.id).then(() => response.end());
    };
    expect(await archive()).toBe(true);
    expect(await sweepFiles(media.context)).toBe(1);
    expect(await media.context.knex('file').select()).toEqual([]);
  });

  test('loses its copy with the next sweep', async () => {
    const task = await finished();
    await archive();
    const key = (await media.read(task.id)).result?.media[0]?.key ?? '';
    await hideTask(media.context.knex, task.id);
    expect(await media.context.store.find(key)).toBeDefined();
    expect(await sweepFiles(media.context)).toBe(1);
    expect(await media.context.store.find(key)).toBeUndefined();
  });
});

test('a vendor that sends without end does not keep the results of others from being copied', async () => {
  serve = (request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' });
    if (request.url === '/endless') response.write(film);
    else response.end(film);
  };
  const endless = { media: [{ kind: 'video' as const, url: `${origin()}/endless` }] };
  for (let count = 0; count < 5; count += 1) await finished(endless);
  const other = await finished();
  await media.context.knex.raw('update task set channel_id = channel_id + 1 where id = ?', [other.id]);
  const stopping = new AbortController();
  const config = { ...media.context.config, archiveResults: true, idleMs: 20 };
  const archiving = archiveForever({ ...media.context, config }, stopping.signal);
  try {
    await vi.waitFor(async () => expect(await contentOf(other)).toBe('a film'), { timeout: 3_000 });
  } finally {
    stopping.abort();
    await archiving;
  }
});

test('what a worker copies is free soon after its death, and its own for as long as it lives', async () => {
  const { knex, config } = media.context;
  const task = await finished();
  let finish = (): void => undefined;
  serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' }).write(film);
    finish = () => response.end();
  };
  const leftMs = async (): Promise<number> => {
    const { rows } = await knex.raw(
      'select (extract(epoch from due_at - now()) * 1000)::float8 as ms from archive',
    );
    return rows[0]?.ms ?? 0;
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const stopping = new AbortController();
  // With its one place taken it takes up nothing itself, also not what nobody renewed.
  const copying = { ...media.context, config: { ...config, archiveResults: true, archiveConcurrency: 1 } };
  const archiving = archiveForever(copying, stopping.signal);
  try {
    await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 10_000 });
    expect(await leftMs()).toBeLessThan(5 * 60_000);
    await knex.raw(`update archive set due_at = now() + interval '1 s'`);
    vi.advanceTimersByTime(renewEveryMs);
    await vi.waitFor(async () => expect(await leftMs()).toBeGreaterThan(renewEveryMs), { timeout: 10_000 });
    finish();
    await vi.waitFor(async () => expect(await contentOf(task)).toBe('a film'), { timeout: 10_000 });
  } finally {
    stopping.abort();
    await archiving;
  }
});
