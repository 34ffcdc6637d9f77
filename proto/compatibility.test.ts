import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const buf = join(import.meta.dirname, 'node_modules/.bin/buf');
const account = 'headgate/account/v1/account.proto';

let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'headgate-contracts-'));
  for (const path of ['headgate', 'grpc', 'buf.yaml'])
    cpSync(join(import.meta.dirname, path), join(copy, path), { recursive: true });
});
afterEach(() => rmSync(copy, { recursive: true }));

/** What a release would not understand of the contracts, after a change to those of account. */
function compare(from: RegExp, to: string): string {
  const text = readFileSync(join(copy, account), 'utf8');
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  writeFileSync(join(copy, account), changed);
  const { stdout, stderr } = spawnSync(
    buf,
    ['breaking', '--against', join(import.meta.dirname, 'baseline.binpb')],
    {
      cwd: copy,
      encoding: 'utf8',
    },
  );
  return stdout + stderr;
}

test('what is added is understood', () => {
  expect(compare(/message VerifyKeyRequest \{/, 'message VerifyKeyRequest {\n  string added = 999;')).toBe(
    '',
  );
});

test.each([
  ['a call that is gone', /\n {2}rpc VerifyKey\([^;]*;/, '', 'VerifyKey'],
  ['a field of another type', /bytes hash = 1;/, 'int64 hash = 1;', 'hash'],
  ['a field of another name', /bytes hash = 1;/, 'bytes key_hash = 1;', 'key_hash'],
  ['a field whose number is free again', /\n {2}bytes hash = 1;/, '', '"1"'],
])('a release does not understand %s', (_what, from, to, named) => {
  expect(compare(from, to)).toContain(named);
});
