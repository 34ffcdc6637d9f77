import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { FaultError } from '@headgate/runtime/errors';
import { createLog } from '@headgate/runtime/log';
import { boundPort, listen } from '@headgate/runtime/operations';
import { readAllowList } from '@headgate/runtime/outbound/allow-list';
import { withoutProxy } from '@headgate/runtime/outbound/egress/egress';
import { createFetchPolicy } from '@headgate/runtime/outbound/fetch-policy';
import { createOpenHop } from '@headgate/runtime/outbound/open-hop';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Reference } from '../families/wish.ts';
import { createFetchFile } from './fetch-file.ts';
import { createReferenceFiles, type FilesConfig } from './reference-files.ts';

const silent = createLog('media-api', 'silent');
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const config: FilesConfig = {
  fetchMedia: true,
  fetchMediaTimeoutMs: 30_000,
  fetchMediaConcurrency: 4,
  fetchMediaQueue: 4,
  fetchMediaHeldBytes: 64 * 1024 * 1024,
};
let serve: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => serve(request, response));
beforeAll(() => listen(server, { host: '127.0.0.1', port: 0 }));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  serve = (_request, response) => response.end(png);
});

/** One name leads to the server, which counts as public; another leads inside. */
function openFiles(more: Partial<FilesConfig> = {}) {
  const policy = createFetchPolicy(readAllowList('127.0.0.1/32'), new Set([boundPort(server)]));
  const resolve = async (name: string) => [name === 'files.test' ? '127.0.0.1' : '10.0.0.1'];
  const fetchFile = createFetchFile(readAllowList(''), withoutProxy, {
    policy,
    resolve,
    open: createOpenHop(),
  });
  const publish = async () => ({ url: '' });
  const store = { keyOf: () => undefined, read: async () => undefined };
  return createReferenceFiles({ ...config, ...more }, { log: silent, fetchFile, store, publish });
}

function reference(kind: Reference['kind'], host = 'files.test', path = '/secret.png?sig=1') {
  const url = `http://${host}:${boundPort(server)}${path}`;
  return { kind, role: 'first_frame', source: { url }, param: 'images[1]', url } as const;
}

async function refusalOf(bringing: Promise<unknown>) {
  const error = await bringing.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof FaultError)) throw new Error(`not refused: ${String(error)}`);
  return error.fault;
}

test('what lies at a public address is brought, with the type that its bytes bear out', async () => {
  serve = (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(png);
  const wanted = reference('image');
  expect(await openFiles().open({ userId: 7n, baseUrl: '' }).bring(wanted, wanted.url)).toEqual({
    bytes: png,
    type: 'image/png',
  });
});

test('what comes compressed is brought as it was', async () => {
  const headers = { 'content-type': 'image/png', 'content-encoding': 'gzip' };
  serve = (_request, response) => response.writeHead(200, headers).end(gzipSync(png));
  const wanted = reference('image');
  expect(await openFiles().open({ userId: 7n, baseUrl: '' }).bring(wanted, wanted.url)).toEqual({
    bytes: png,
    type: 'image/png',
  });
});

describe('a refusal names the member and says why, and tells no address', () => {
  test.each<[string, Parameters<typeof reference>, (response: ServerResponse) => void, string]>([
    ['a private address', ['image', 'inside.test'], (response) => response.end(png), 'no public address'],
    [
      'a redirect to metadata',
      ['image'],
      (response) =>
        response.writeHead(302, { location: `http://169.254.169.254:${boundPort(server)}/` }).end(),
      'no public address',
    ],
    ['an error', ['image'], (response) => response.writeHead(404).end(png), 'answered with an error'],
    ['a file of another kind', ['video'], (response) => response.end(png), 'not a file of a kind'],
    ['no file', ['image'], (response) => response.end('<html>'), 'not a file of a kind'],
    ['a host that breaks off', ['image'], (response) => response.destroy(), 'broke off'],
  ])('%s', async (_what, named, answer, words) => {
    serve = (_request, response) => answer(response);
    const wanted = reference(...named);
    const refusal = await refusalOf(openFiles().open({ userId: 7n, baseUrl: '' }).bring(wanted, wanted.url));
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_request', param: 'images[1]' });
    expect(refusal.message).toContain(words);
    expect(refusal.message).not.toMatch(/\d+\.\d+\.\d+|sig=|\.test/);
  });
});

/** Sends a picture that never ends. */
function pour(response: ServerResponse): void {
  response.write(png);
  const more = Buffer.alloc(64 * 1024);
  const go = (): void => {
    while (!response.destroyed && response.write(more));
  };
  response.on('drain', go);
  go();
}

test('what is too large is cut while it comes', async () => {
  const cut = new Promise<void>((resolve) => {
    serve = (_request, response) => {
      response.once('close', resolve);
      pour(response);
    };
  });
  const files = openFiles().open({ userId: 7n, baseUrl: '' });
  const wanted = reference('image');
  const refusal = await refusalOf(files.bring(wanted, wanted.url));
  expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining('too large') });
  await cut;
});

test('nobody waits for ever', async () => {
  serve = (_request, response) => void response.write(png);
  const wanted = reference('image');
  const refusal = await refusalOf(
    openFiles({ fetchMediaTimeoutMs: 50 }).open({ userId: 7n, baseUrl: '' }).bring(wanted, wanted.url),
  );
  expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining('did not come in time') });
});

test('hosts that do not answer keep no other user’s references waiting', async () => {
  serve = (request, response) => {
    if (request.url === '/silent') response.write(png);
    else response.end(png);
  };
  const files = openFiles();
  const site = { userId: 7n, baseUrl: '' };
  const [silent, wanted] = [reference('image', 'files.test', '/silent'), reference('image')];
  const left = files.open(site);
  const bringing = Array.from({ length: 6 }, () => refusalOf(left.bring(silent, silent.url)));
  const other = files.open({ ...site, userId: 8n });
  expect(await other.bring(wanted, wanted.url)).toMatchObject({ type: 'image/png' });
  left.release();
  await Promise.all(bringing);
  expect(await files.open(site).bring(wanted, wanted.url)).toMatchObject({ type: 'image/png' });
});

test('open requests hold together no more than the process may, and let it go in the end', async () => {
  const files = openFiles({ fetchMediaHeldBytes: png.length });
  const wanted = reference('image');
  const first = files.open({ userId: 7n, baseUrl: '' });
  await first.bring(wanted, wanted.url);
  const second = files.open({ userId: 7n, baseUrl: '' });
  expect(await refusalOf(second.bring(wanted, wanted.url))).toMatchObject({ status: 429 });
  first.release();
  expect(await second.bring(wanted, wanted.url)).toMatchObject({ type: 'image/png' });
});

test('a request that is over holds nothing of what was still on its way, and asks for no more of it', async () => {
  const [begun, cut] = [Promise.withResolvers<ServerResponse>(), Promise.withResolvers<void>()];
  serve = (_request, response) => {
    response.once('close', () => cut.resolve());
    response.write(png);
    begun.resolve(response);
  };
  const files = openFiles({ fetchMediaHeldBytes: 2 * png.length });
  const wanted = reference('image');
  const left = files.open({ userId: 7n, baseUrl: '' });
  const bringing = refusalOf(left.bring(wanted, wanted.url));
  const response = await begun.promise;
  left.release();
  response.end(png);
  expect(await bringing).toMatchObject({ status: 400 });
  await cut.promise;
  serve = (_request, again) => again.end(Buffer.concat([png, png]));
  const next = files.open({ userId: 7n, baseUrl: '' });
  expect(await next.bring(wanted, wanted.url)).toMatchObject({ type: 'image/png' });
});

test('where nothing is fetched the member is refused', async () => {
  const wanted = reference('image');
  const refusal = await refusalOf(
    openFiles({ fetchMedia: false }).open({ userId: 7n, baseUrl: '' }).bring(wanted, wanted.url),
  );
  expect(refusal).toMatchObject({ status: 400, param: 'images[1]' });
});
