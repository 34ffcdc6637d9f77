import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hashInputs } from './hash-inputs.ts';

const source = mkdtempSync(join(tmpdir(), 'headgate-console-'));
afterAll(() => rmSync(source, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(source, name)), { recursive: true });
  writeFileSync(join(source, name), text);
}

const hash = () => hashInputs(source, join(source, 'lock.yaml'));

for (const name of ['lock.yaml', 'index.html', 'vite.config.ts', 'build/a.ts', 'public/icon.svg'])
  write(name, 'first');
write('src/pages/home.tsx', 'first');

test.each(['lock.yaml', 'index.html', 'build/a.ts', 'src/pages/home.tsx', 'src/pages/new.tsx'])(
  'a change of %s builds anew, and only once',
  (name) => {
    const before = hash();
    write(name, 'second');
    expect(hash()).not.toBe(before);
    expect(hash()).toBe(hash());
  },
);

test.each(['src/server/app.ts', 'src/pages/home.test.ts', 'README.md', 'dist/index.html'])(
  'a change of %s builds nothing',
  (name) => {
    const before = hash();
    write(name, 'second');
    expect(hash()).toBe(before);
  },
);
