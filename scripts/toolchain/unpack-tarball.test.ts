import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpackTarball } from './unpack-tarball.mjs';

/** One entry of a tar archive. */
function entry(path: string, content: string, { mode = 0o644, type = '0' } = {}): Buffer {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write(mode.toString(8).padStart(7, '0'), 100);
  header.write(Buffer.byteLength(content).toString(8).padStart(11, '0'), 124);
  header.write(type, 156);
  const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512);
  body.write(content);
  return Buffer.concat([header, body]);
}

const longName = `${'deep/'.repeat(30)}file`;
const longRecord = `path=package/${longName}\n`;
const tarball = gzipSync(
  Buffer.concat([
    entry('package/package.json', '{}'),
    entry('package/bin/program', '#!/bin/sh\n', { mode: 0o755 }),
    entry('package/PaxHeader/file', `${longRecord.length + 4} ${longRecord}`, { type: 'x' }),
    entry('package/cut', 'long'),
    entry('package/../../outside', 'no'),
    entry('package/link', '', { type: '2' }),
    Buffer.alloc(1024),
  ]),
);

test('files are unpacked without the leading folder, programs as programs, long paths in full', () => {
  const target = mkdtempSync(join(tmpdir(), 'headgate-tar-'));
  unpackTarball(tarball, target);
  expect(readdirSync(target).sort()).toEqual(['bin', 'deep', 'package.json']);
  expect(readFileSync(join(target, longName), 'utf8')).toBe('long');
  expect(statSync(join(target, 'bin/program')).mode & 0o777).toBe(0o755);
  expect(statSync(join(target, 'package.json')).mode & 0o777).toBe(0o644);
});

test('only what is wanted is unpacked', () => {
  const target = mkdtempSync(join(tmpdir(), 'headgate-tar-'));
  unpackTarball(tarball, target, (path) => path === 'bin/program');
  expect(readdirSync(target)).toEqual(['bin']);
});
