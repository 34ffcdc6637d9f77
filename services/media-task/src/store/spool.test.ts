import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { withoutProxy } from '@headgate/runtime/outbound/egress/egress';
import { expect, onTestFinished, test } from 'vitest';
import { drawKey } from './keys.ts';
import { createS3Store } from './s3-store.ts';
import { createSpool } from './spool.ts';

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'headgate-spools-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function* parts(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

const toText = async (whole: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<string> =>
  `${sizeBytes}: ${await buffer(whole)}`;

test('what came is read back with its length', async () => {
  const spool = createSpool({ folder: createFolder() });
  expect(await spool(parts('some', 'thing'), toText)).toBe('9: something');
  expect(await spool([], toText)).toBe('0: ');
  const large = Buffer.alloc(700_000, 'ab');
  const back = await spool([large], (whole) => buffer(whole));
  expect(back.equals(large)).toBe(true);
});

test('nothing lies in the folder meanwhile: a process that dies leaves nothing', async () => {
  const folder = createFolder();
  const spool = createSpool({ folder });
  const bytes = async function* () {
    yield Buffer.from('begun');
    expect(readdirSync(folder)).toEqual([]);
  };
  await spool(bytes(), async (whole) => {
    expect(readdirSync(folder)).toEqual([]);
    await buffer(whole);
  });
});

test('who would make it too much together is refused, and taken when there is room', async () => {
  const spool = createSpool({ folder: createFolder(), mostBytes: 10 });
  await spool(parts('123456'), async () => {
    await expect(spool(parts('123', '45'), toText)).rejects.toThrow('too much is on its way to the store');
    expect(await spool(parts('1234'), toText)).toBe('4: 1234');
  });
  expect(await spool(parts('1234567890'), toText)).toBe('10: 1234567890');
});

test.skipIf(process.platform !== 'linux')('a store that is away leaves no file open', async () => {
  const store = createS3Store({
    endpoint: 'http://127.0.0.1:9',
    bucket: 'media',
    prefix: '',
    pathStyle: true,
    publicUrl: '',
    egress: withoutProxy,
    accessKeyId: 'access',
    secretAccessKey: 'a secret',
    region: 'eu-test-1',
  });
  onTestFinished(() => store.close());
  const type = 'image/png';
  await expect(store.put(drawKey('r', type), parts('made'), { type })).rejects.toThrow();
  expect(openFiles().filter((path) => path.includes('headgate-spool'))).toEqual([]);
});

function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((number) => {
    try {
      return [readlinkSync(`/proc/self/fd/${number}`)];
    } catch {
      return [];
    }
  });
}
