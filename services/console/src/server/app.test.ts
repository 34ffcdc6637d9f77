import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { identifyProcess } from '@headgate/runtime/process/identify-process';
import request from 'supertest';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp, noncePlaceholder } from './app.ts';
import { readPages } from './pages.ts';

const directory = mkdtempSync(join(tmpdir(), 'headgate-pages-'));
afterAll(() => rmSync(directory, { recursive: true }));

mkdirSync(join(directory, 'assets'));
const files = {
  'index.html': `<meta nonce="${noncePlaceholder}"><script nonce="${noncePlaceholder}"></script>`,
  'icon.svg': '<svg/>',
  '.packages.json': '[{"name":"react","version":"19.3.1"}]',
  'assets/a-1.js': 'plain',
  // Each says where it comes from; what the build writes is all the same.
  'assets/a-1.js.br': brotliCompressSync('from brotli'),
  'assets/a-1.js.gz': gzipSync('from gzip'),
  'assets/small-1.js': 'small',
};
for (const [name, bytes] of Object.entries(files)) writeFileSync(join(directory, name), bytes);
const app = createApp(readPages(directory), identifyProcess('console'));
const get = (path: string, encodings = '') => request(app).get(path).set('accept-encoding', encodings);

describe('pages', () => {
  it.each(['/', '/console/index.html'])('leads from %s to the console', async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.location]).toEqual([302, '/console/']);
  });

  it.each(['/console', '/console/', '/console/logs', '/console/account/sessions?p=1'])(
    'answers %s with the one page, to be asked for again each time',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-cache');
    },
  );

  it.each(['/unknown', '/Console/', '/api/user/self', '/console/assets/none-1.js', '/console/assets/'])(
    'knows no %s',
    async (path) => expect((await get(path)).status).toBe(404),
  );

  it.each(['/console/.packages.json', '/console/%2epackages.json', '/console//.packages.json'])(
    'does not say at %s which packages they are made of',
    async (path) => expect((await get(path)).text).not.toContain('react'),
  );

  it.each([
    '/console/..%2f..%2fetc/passwd',
    '/console/%2e%2e/%2e%2e/etc/passwd',
    '/console/assets/..%2findex.html',
  ])('sends nothing from outside for %s', async (path) =>
    expect((await get(path)).text).not.toMatch(/root:|__CSP/),
  );
});

it('says how its process is to whoever asks it and not the ingress', async () => {
  const answer = await get('/status');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body).toEqual({
    instance: expect.stringMatching(/^[\da-f-]{36}$/),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    started_at_ms: expect.any(Number),
    resident_memory_bytes: expect.any(Number),
  });
});

describe('the policy', () => {
  const nonceIn = (text: string): string | undefined => /'?nonce[-=]"?([\w+/=]{20,})/.exec(text)?.[1];

  it('lets in what has the nonce of this answer, and no other', async () => {
    const [first, second] = [await get('/console/'), await get('/console/')];
    const nonce = nonceIn(first.text);
    expect(nonce).toBeTypeOf('string');
    expect(first.text).not.toContain(noncePlaceholder);
    expect(nonceIn(String(first.headers['content-security-policy']))).toBe(nonce);
    expect(nonceIn(second.text)).not.toBe(nonce);
  });

  it.each(['/console/', '/console/icon.svg', '/console/assets/a-1.js', '/unknown'])(
    'is on %s',
    async (path) => {
      const { headers } = await get(path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-powered-by']).toBeUndefined();
    },
  );
});

describe('files', () => {
  it.each([
    ['gzip, br', 'br', 'from brotli'],
    ['gzip', 'gzip', 'from gzip'],
    ['br;q=0, gzip', 'gzip', 'from gzip'],
    ['', undefined, 'plain'],
  ])('to who takes "%s" go as %s', async (encodings, encoding, text) => {
    const answer = await get('/console/assets/a-1.js', encodings);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(text);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.vary).toBe('accept-encoding');
  });

  it('with a hash in their names are kept for ever', async () => {
    const { headers } = await get('/console/assets/small-1.js');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });
});

it('does not begin without built pages, and says what to do', () => {
  expect(() => readPages(join(directory, 'nowhere'))).toThrow(/run `vite build`/);
});
