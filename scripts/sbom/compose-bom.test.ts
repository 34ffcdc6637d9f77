import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { afterAll, expect, test } from 'vitest';
import { bundle } from '../bundle/bundle.ts';
import { composeBom } from './compose-bom.ts';
import { findBundled } from './find-bundled.ts';
import { findDebian } from './find-debian.ts';
import type { PackageFound } from './package-found.ts';

const directory = mkdtempSync(join(tmpdir(), 'headgate-sbom-'));
afterAll(() => rmSync(directory, { recursive: true }));

const pino: PackageFound = { origin: 'npm', name: 'pino', version: '10.4.0', license: 'MIT' };
const scoped: PackageFound = {
  origin: 'npm',
  name: '@grpc/grpc-js',
  version: '1.14.7',
  license: '(MIT OR Apache-2.0)',
};
const odd: PackageFound = {
  origin: 'npm',
  name: 'odd',
  version: '1.0.0',
  license: 'see the file of that name',
};
const libc: PackageFound = { origin: 'deb', name: 'debian/libc6', version: '2.41-12+deb13u1' };

test('a bill of materials is valid CycloneDX and names every package once', async () => {
  const text = composeBom('0.1.0', [pino, scoped, odd, libc, pino]);
  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)).toBeNull();
  const { components, metadata } = JSON.parse(text);
  expect(components.map(({ purl }: { purl: string }) => purl).sort()).toEqual([
    'pkg:deb/debian/libc6@2.41-12%2Bdeb13u1',
    'pkg:npm/%40grpc/grpc-js@1.14.7',
    'pkg:npm/odd@1.0.0',
    'pkg:npm/pino@10.4.0',
  ]);
  expect(metadata.component).toMatchObject({ name: 'headgate', version: '0.1.0' });
});

test('the same packages give the same text, in whatever order they were found', () => {
  expect(composeBom('1', [pino, libc])).toBe(composeBom('1', [libc, pino]));
});

test('what a program was bundled of is found, and what its service loads late', async () => {
  await bundle({ ledger: 'services/ledger/src/main.ts' }, directory);
  mkdirSync(join(directory, 'console-pages'));
  writeFileSync(
    join(directory, 'console-pages/.packages.json'),
    JSON.stringify([{ name: 'react', version: '19.3.1', license: 'MIT' }]),
  );
  const names = findBundled(directory).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['pg', 'nats', '@grpc/grpc-js', 'gpt-tokenizer', 'react']));
  expect(names).not.toContain('express');
  expect(names.filter((name) => name.startsWith('@headgate/'))).toEqual([]);
});

test("Debian's packages are read from what dpkg says of them", () => {
  const status = join(directory, 'status.d');
  mkdirSync(status);
  writeFileSync(join(status, 'libc6'), 'Package: libc6\nStatus: install ok installed\nVersion: 2.41-12\n');
  expect(findDebian(status)).toEqual([{ origin: 'deb', name: 'debian/libc6', version: '2.41-12' }]);
});
