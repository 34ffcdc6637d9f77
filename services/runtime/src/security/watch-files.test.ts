import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestAuthority } from '../testing/certificates.ts';
import { type TlsMaterial, watchTlsFiles } from './watch-files.ts';

const directory = mkdtempSync(join(tmpdir(), 'headgate-watch-files-'));
afterAll(() => rmSync(directory, { recursive: true }));
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** Files that are watched, and others of the same authority. */
async function watch() {
  const authority = await createTestAuthority();
  const files = { ...(await authority.issue(join(directory, 'now'), 'mill')), rereadMs: 1_000 };
  const next = await authority.issue(join(directory, 'next'), 'mill');
  const changes: TlsMaterial[] = [];
  const troubles: unknown[] = [];
  watchTlsFiles(
    files,
    (material) => changes.push(material),
    (error) => troubles.push(error),
  );
  return { files, next, changes, troubles, reread: () => vi.advanceTimersByTime(files.rereadMs) };
}

test('a certificate is in use when its key is there as well', async () => {
  const { files, next, changes, reread } = await watch();
  copyFileSync(next.certificate, files.certificate);
  reread();
  expect(changes).toEqual([]);
  copyFileSync(next.key, files.key);
  reread();
  expect(changes).toMatchObject([{ cert: readFileSync(next.certificate), key: readFileSync(next.key) }]);
});

test('a file that is written by halves is in use when it is whole', async () => {
  const { files, next, changes, reread } = await watch();
  const certificate = readFileSync(next.certificate);
  copyFileSync(next.key, files.key);
  writeFileSync(files.certificate, certificate.subarray(0, certificate.length / 2));
  reread();
  expect(changes).toEqual([]);
  writeFileSync(files.certificate, certificate);
  reread();
  expect(changes).toMatchObject([{ cert: certificate }]);
});

test('files that cannot be used are told once for as long as they stay, and again the next time', async () => {
  const { files, next, changes, troubles, reread } = await watch();
  const before = readFileSync(files.certificate);
  copyFileSync(next.certificate, files.certificate);
  for (let count = 0; count < 3; count += 1) reread();
  expect(troubles).toMatchObject([{ code: 'ERR_OSSL_X509_KEY_VALUES_MISMATCH' }]);
  writeFileSync(files.certificate, before);
  reread();
  rmSync(files.authority);
  for (let count = 0; count < 3; count += 1) reread();
  expect(troubles).toMatchObject([{}, { code: 'ENOENT' }]);
  expect(changes).toEqual([]);
});

test('a certificate that expires while it is in use is told once', async () => {
  const { troubles, reread } = await watch();
  reread();
  expect(troubles).toEqual([]);
  vi.setSystemTime(Date.now() + 2 * 24 * 60 * 60_000);
  for (let count = 0; count < 3; count += 1) reread();
  expect(troubles).toMatchObject([{ message: expect.stringMatching(/^The certificate expired at 2/) }]);
});
