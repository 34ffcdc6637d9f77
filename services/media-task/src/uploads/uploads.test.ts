import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fault } from '@headgate/proto/faults';
import { HandleRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import { boundPort, listen } from '@headgate/runtime/operations';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { refuse } from '../content/refuse.ts';
import { presignUpload } from '../routes/presign-upload.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { receiveUpload } from './receive-upload.ts';
import { sweepFiles } from './sweep-files.ts';
import type { UploadContext } from './upload-context.ts';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)]);
const ofPicture = { content_type: 'image/png', size: png.length };
let media: TestMedia;
let context: UploadContext;
const server = createServer((request, response) => {
  const token = request.url?.split('/').at(-1) ?? '';
  receiveUpload(context, request, response, token).catch((error) => {
    refuse(request, response, error instanceof FaultError ? error.fault : fault('internal_error'));
  });
});
beforeAll(async () => {
  media = await createTestMedia();
  await listen(server, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await media.stop();
});
beforeEach(async () => {
  context = withLimits({});
  await media.context.knex.raw('truncate file');
});

function withLimits(limits: Partial<UploadContext['config']>): typeof context {
  const config = {
    uploadLifeMs: 900_000,
    uploadRetentionMs: 3_600_000,
    uploadsPerMinute: 60,
    uploadUserBytes: 1_000_000,
    ...limits,
  };
  return { ...media.context, config };
}

async function presign(body: object, userId = 7n) {
  const request = HandleRequest.fromPartial({
    caller: Caller.fromPartial({ userId }),
    body: Buffer.from(JSON.stringify(body)),
    baseUrl: 'https://gateway.test',
  });
  const answer = await presignUpload(context, request);
  return { status: answer.status, ...JSON.parse(Buffer.from(answer.body).toString()) };
}

async function announce(more: object = {}) {
  const { success, data } = await presign({ ...ofPicture, ...more });
  expect(success).toBe(true);
  return { key: String(data.key), token: String(data.upload_url).split('/').at(-1) ?? '' };
}

async function put(token: string, body: Buffer = png, type = 'image/png'): Promise<number> {
  const url = `http://127.0.0.1:${boundPort(server)}/${token}`;
  return (await fetch(url, { method: 'PUT', headers: { 'content-type': type }, body: new Uint8Array(body) }))
    .status;
}

async function setAge(key: string, ms: number): Promise<void> {
  await media.context.knex.raw(
    `update file set made_at = made_at - ? * interval '1 ms', put_until = put_until - ? * interval '1 ms',
       drop_at = drop_at - ? * interval '1 ms', lease_until = lease_until - ? * interval '1 ms' where key = ?`,
    [ms, ms, ms, ms, key],
  );
}

describe('an announcement', () => {
  test('is answered with where to put the file and where it will be', async () => {
    const { success, message, data } = await presign({
      ...ofPicture,
      filename: 'a/../b.png',
      purpose: 'mask',
    });
    expect({ success, message }).toEqual({ success: true, message: '' });
    expect(data).toEqual({
      upload_url: expect.stringMatching(/^https:\/\/gateway\.test\/api\/upload\/put\/[\w-]{43}$/),
      method: 'PUT',
      headers: { 'Content-Type': 'image/png' },
      public_url: expect.stringMatching(/^https:\/\/gateway\.test\/files\/u\/\d{8}\/[0-9a-f]{32}\.png$/),
      url: data.public_url,
      key: expect.stringMatching(/^u\/\d{8}\/[0-9a-f]{32}\.png$/),
      expires_at: expect.any(Number),
      expires_in: 900,
      max_size: 20 * 1024 * 1024,
      content_type: 'image/png',
    });
  });

  test.each([
    [{ contentType: 'image/jpg', fileSize: 5, fileName: 'x.jpg' }, 'image/jpeg'],
    [{ mime_type: 'audio/x-wav', file_size: 5, file_name: 'x' }, 'audio/wav'],
    [{ content_type: 'video/mp4; codecs=avc1', size: 100 * 1024 * 1024 }, 'video/mp4'],
    [{ content_type: 'AUDIO/MPEG', size: 15 * 1024 * 1024, purpose: 'audio' }, 'audio/mpeg'],
  ])('takes other names of members and types: %j', async (body, type) => {
    context = withLimits({ uploadUserBytes: 1e9 });
    expect(await presign(body)).toMatchObject({ success: true, data: { content_type: type } });
  });

  test.each([
    [{ content_type: 'image/png' }, 'size'],
    [{ ...ofPicture, size: 0 }, 'size'],
    [{ ...ofPicture, size: 1.5 }, 'size'],
    [{ ...ofPicture, size: '5' }, 'size'],
    [{ ...ofPicture, size: 20 * 1024 * 1024 + 1 }, 'size'],
    [{ content_type: 'video/mp4', size: 100 * 1024 * 1024 + 1 }, 'size'],
    [{ content_type: 'audio/aac', size: 15 * 1024 * 1024 + 1 }, 'size'],
    [{ size: 5 }, 'content_type'],
    [{ ...ofPicture, content_type: 'image/svg+xml' }, 'content_type'],
    [{ ...ofPicture, content_type: 'text/html' }, 'content_type'],
    [{ ...ofPicture, content_type: 'application/pdf' }, 'content_type'],
    [{ ...ofPicture, content_type: 'constructor' }, 'content_type'],
    [{ ...ofPicture, filename: 'x'.repeat(256) }, 'filename'],
    [{ ...ofPicture, purpose: 'video' }, 'purpose'],
    [{ ...ofPicture, sha256: 'abc' }, 'sha256'],
  ])('that is not to be had is answered 200 and says why: %j', async (body, member) => {
    const answer = await presign(body);
    expect(answer).toMatchObject({ status: 200, success: false });
    expect(answer.message).toContain(member);
  });

  test('beyond what a user may have is refused, and not to others', async () => {
    context = withLimits({ uploadUserBytes: 2 * png.length + 1 });
    await announce();
    await announce();
    expect(await presign(ofPicture)).toMatchObject({ status: 200, success: false });
    expect(await presign(ofPicture, 8n)).toMatchObject({ success: true });
  });

  test('beyond so many within a minute is 429', async () => {
    context = withLimits({ uploadsPerMinute: 2 });
    await Promise.all([announce(), announce()]);
    await expect(presign(ofPicture)).rejects.toMatchObject({ fault: { status: 429, retryAfterMs: 60_000 } });
  });
});

describe('a file that is brought', () => {
  test('late, or with a token that nobody gave, is refused', async () => {
    const { key, token } = await announce();
    await setAge(key, 900_001);
    expect([await put(token), await put('guessed')]).toEqual([403, 403]);
  });

  test('a second time is refused, also while the first is coming', async () => {
    const { key, token } = await announce();
    await media.context.knex.raw(
      `update file set state = 'arriving', lease_until = now() + interval '1 minute' where key = ?`,
      [key],
    );
    expect(await put(token)).toBe(409);
    await media.context.knex.raw('update file set lease_until = now() where key = ?', [key]);
    expect([await put(token), await put(token)]).toEqual([200, 409]);
  });

  test.each([
    ['of another type', png, 'image/jpeg', 415],
    ['of another length', png.subarray(1), 'image/png', 400],
    ['that is not what it says', Buffer.alloc(png.length, 'x'), 'image/png', 415],
  ])('%s is refused, leaves nothing, and may be brought once more', async (_what, body, type, status) => {
    const { key, token } = await announce();
    expect(await put(token, body, type)).toBe(status);
    expect(await context.store.find(key)).toBeUndefined();
    expect(await put(token)).toBe(200);
  });

  test.each([
    ['with a token that nobody gave', 403],
    ['that is not what it says', 415],
  ])('%s is told so, however much of it is still to come', async (_what, status) => {
    const parts = Array.from({ length: 256 }, () => Buffer.alloc(64 * 1024, 'x'));
    const size = 256 * 64 * 1024;
    context = withLimits({ uploadUserBytes: size });
    const { token } = await announce({ size });
    const path = status === 403 ? '/guessed' : `/${token}`;
    const head = `PUT ${path} HTTP/1.1\r\nhost: media\r\nconnection: close\r\ncontent-type: image/png\r\ncontent-length: ${size}`;
    // Like many clients, it reads nothing before all is sent.
    const socket = connect(boundPort(server), '127.0.0.1').pause();
    onTestFinished(() => void socket.destroy());
    await pipeline(Readable.from([`${head}\r\n\r\n`, ...parts]), socket, { end: false });
    const [answer] = await once(socket.resume(), 'data');
    expect(String(answer)).toMatch(`HTTP/1.1 ${status} `);
  });

  test('that the store does not take is asked for again, and may be brought once more', async () => {
    const { token } = await announce();
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    context = { ...context, store: { ...context.store, put: () => Promise.reject(full) } };
    expect(await put(token)).toBe(503);
    context = withLimits({});
    expect(await put(token)).toBe(200);
  });

  test('that the database does not take note of is asked for again, and may be brought once more', async () => {
    const { token } = await announce();
    await media.context.knex.raw(`alter table file add constraint none_kept check (state <> 'kept')`);
    onTestFinished(() => media.context.knex.raw('alter table file drop constraint if exists none_kept'));
    expect(await put(token)).toBe(503);
    await media.context.knex.raw('alter table file drop constraint none_kept');
    expect(await put(token)).toBe(200);
  });

  test('that the database does not answer for is asked for again, and may be brought once it does', async () => {
    const { token } = await announce();
    await media.context.knex.raw(
      `alter table file add constraint none_moves check (state = 'arriving') not valid`,
    );
    onTestFinished(() => media.context.knex.raw('alter table file drop constraint if exists none_moves'));
    expect(await put(token)).toBe(503);
    await media.context.knex.raw('alter table file drop constraint none_moves');
    await waitFor(async () => (await put(token)) === 200, 'the file may be brought');
  });

  test('has to have the hash that was announced', async () => {
    const sha256 = createHash('sha256').update(png).digest('hex');
    const good = await announce({ sha256 });
    const bad = await announce({ sha256: sha256.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) });
    expect([await put(good.token), await put(bad.token)]).toEqual([200, 400]);
    expect(await context.store.find(bad.key)).toBeUndefined();
  });
});

describe('the sweep', () => {
  test('removes what nobody brought, and what was kept for long enough, and nothing else', async () => {
    const [awaited, late, kept, old] = [
      await announce(),
      await announce(),
      await announce(),
      await announce(),
    ];
    expect([await put(kept.token), await put(old.token)]).toEqual([200, 200]);
    await setAge(late.key, 900_000 + 11 * 60_000 + 1);
    await setAge(old.key, 3_600_001);
    expect(await sweepFiles(context)).toBe(2);
    const { rows } = await media.context.knex.raw('select key from file order by key');
    expect(rows.map(({ key }: { key: string }) => key)).toEqual([awaited.key, kept.key].sort());
    expect(await context.store.find(old.key)).toBeUndefined();
    expect(await context.store.find(kept.key)).toBeDefined();
  });

  test('keeps what came without a word: a bucket tells nobody', async () => {
    const { key } = await announce();
    await context.store.put(key, [png], { type: 'image/png' });
    await setAge(key, 900_000 + 11 * 60_000 + 1);
    await sweepFiles(context);
    expect(await context.store.find(key)).toBeDefined();
    const { rows } = await media.context.knex.raw('select state, size_bytes from file where key = ?', [key]);
    expect(rows).toEqual([{ state: 'kept', size_bytes: BigInt(png.length) }]);
  });

  test('locks nothing while it waits for the store', async () => {
    const { key, token } = await announce();
    expect(await put(token)).toBe(200);
    await setAge(key, 3_600_001);
    const store = {
      ...context.store,
      async delete(removed: string) {
        await media.context.knex.raw('select from file where key = ? for update nowait', [removed]);
        return context.store.delete(removed);
      },
    };
    await sweepFiles({ ...context, store });
    expect(await media.context.knex('file')).toEqual([]);
  });

  test('leaves what another sweep has in hand, or a process had that died, until its lease is over', async () => {
    const { key, token } = await announce();
    expect(await put(token)).toBe(200);
    await setAge(key, 3_600_001);
    const [asked, answers] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const store = {
      ...context.store,
      async delete(removed: string) {
        asked.resolve();
        await answers.promise;
        return context.store.delete(removed);
      },
    };
    const first = sweepFiles({ ...context, store });
    await asked.promise;
    expect(await sweepFiles(context)).toBe(0);
    answers.resolve();
    expect(await first).toBe(1);
    expect(await media.context.knex('file')).toEqual([]);
  });

  test('goes on where one file cannot be removed', async () => {
    const [one, other] = [await announce(), await announce()];
    expect([await put(one.token), await put(other.token)]).toEqual([200, 200]);
    for (const { key } of [one, other]) await setAge(key, 3_600_001);
    const store = {
      ...context.store,
      async delete(key: string) {
        if (key === one.key) throw new Error('the disk is tired');
        return context.store.delete(key);
      },
    };
    await sweepFiles({ ...context, store });
    await waitFor(async () => (await context.store.find(other.key)) === undefined, 'the other is gone');
    const { rows } = await media.context.knex.raw('select key from file where drop_at > now()');
    expect(rows).toEqual([{ key: one.key }]);
  });
});
