import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { listPackages } from './list-packages.ts';

test('the packages that pages import are listed with version and licence, and no others', async () => {
  const root = mkdtempSync(join(tmpdir(), 'headgate-packages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const code = join(import.meta.dirname, '../node_modules/uqr/dist/index.mjs');
  writeFileSync(join(root, 'index.html'), '<script type="module" src="/main.js"></script>');
  writeFileSync(join(root, 'main.js'), `import { encode } from ${JSON.stringify(code)}; encode('words');`);
  await build({ root, configFile: false, logLevel: 'silent', plugins: [listPackages()] });
  const listed: unknown = JSON.parse(readFileSync(join(root, 'dist/.packages.json'), 'utf8'));
  expect(listed).toEqual([{ name: 'uqr', version: manifest.devDependencies.uqr, license: 'MIT' }]);
});
