import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { namedPlaces } from './documents.ts';
import { confinedCode, importBoundaries } from './imports.ts';
import { expandThenContract } from './migrations.ts';
import { findUnused } from './named-packages.ts';
import { fileNames, fileSizes, leftBehind, topLevelList } from './shape.ts';
import { type SourceTree, toSource } from './source-tree.ts';
import { parallelShape, whereToAddTable } from './tables.ts';

const root = mkdtempSync(join(tmpdir(), 'headgate-tidy-'));
afterAll(() => rmSync(root, { recursive: true }));

function treeOf(files: Record<string, string>): SourceTree {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const paths = Object.keys(files);
  return {
    root,
    paths,
    sources: paths.filter((path) => /\.tsx?$/.test(path)).map((p) => toSource(p, files[p] ?? '')),
  };
}

const manifest = JSON.stringify({
  dependencies: { nats: '1', '@headgate/proto': '*' },
  devDependencies: { vitest: '1' },
});

describe('imports', () => {
  const problems = (text: string, path = 'services/a/src/x.ts') =>
    importBoundaries(treeOf({ 'services/a/package.json': manifest, [path]: text }));

  test.each([
    "import { a } from './y.ts';",
    "import type { B } from 'node:net';",
    "import { connect } from 'nats';",
    "import { fault } from '@headgate/proto/faults';",
  ])('allowed: %s', (text) => {
    expect(problems(text)).toEqual([]);
  });

  test.each([
    ["import { a } from '../../b/src/y.ts';", 'reaches out'],
    ["export { a } from '@headgate/ledger/book';", 'share only proto and runtime'],
    ["import { z } from 'zod';", 'lacks'],
    ["import { test } from 'vitest';", 'lacks'],
    [`const x = await imp${"ort('zod')"};`, 'lacks'],
  ])('refused: %s', (text, why) => {
    expect(problems(text).join()).toContain(why);
  });

  test('a test may use development packages', () => {
    expect(problems("import { test } from 'vitest';", 'services/a/src/x.test.ts')).toEqual([]);
  });
});

test.each([
  ["import { useState } from 'react';", 'services/console/src/ui/x.tsx', 0],
  ["import { x } from 'express';", 'services/console/src/ui/x.tsx', 1],
  ["import { readFile } from 'node:fs';", 'services/console/src/ui/x.tsx', 1],
  ["import { fault } from '@headgate/proto/faults';", 'services/console/src/api/x.ts', 1],
  ["import { x } from '../server/app.ts';", 'services/console/src/ui/x.tsx', 1],
  ["import { useState } from 'react';", 'services/console/src/server/x.ts', 1],
  ["import { x } from '@headgate/proto/faults';", 'services/console/src/server/x.ts', 0],
])('the console: %s in %s', (text, path, count) => {
  const files = {
    'services/console/package.json': JSON.stringify({
      dependencies: { '@headgate/proto': '*' },
      devDependencies: { react: '1' },
    }),
    [path]: text,
  };
  expect(importBoundaries(treeOf(files))).toHaveLength(count);
});

test.each([
  ['await fetch(url)', 'services/ingress/src/x.ts', 1],
  ["import { Pool } from 'undici';", 'services/text-gateway/src/upstream-call/pools.ts', 0],
  ["import { Client } from 'undici';", 'services/text-gateway/src/fetch-media/open-hop.ts', 0],
  ["import { Pool } from 'undici';", 'services/text-gateway/src/relay/x.ts', 1],
  ['process.env.X', 'services/ledger/src/config.ts', 0],
  ['process.env.X', 'services/ledger/src/book/purses/purse.ts', 1],
  ["import p from 'http-proxy-middleware';", 'services/ingress/src/public-port/app.ts', 1],
])('confined code: %s in %s', (text, path, count) => {
  expect(confinedCode(treeOf({ [path]: text }))).toHaveLength(count);
});

test('shape: top level, sizes, names and leftovers', () => {
  expect(topLevelList(treeOf({ 'docs/x.md': '', '.ci/run': '', 'README.md': '' }))).toHaveLength(1);
  expect(
    fileSizes(treeOf({ 'scripts/a.ts': 'x\n'.repeat(401), 'scripts/b.ts': 'x\n'.repeat(400) })),
  ).toHaveLength(1);
  expect(
    fileNames(treeOf({ 'scripts/utils.ts': '', 'scripts/camelCase.ts': '', 'scripts/fine-name.ts': '' })),
  ).toHaveLength(2);
  expect(
    leftBehind(treeOf({ 'scripts/a.ts': `// TO${'DO'} later`, 'scripts/b.ts': '// done' })),
  ).toHaveLength(1);
});

describe('migrations', () => {
  const problems = (code: string, marker = '') =>
    expandThenContract(
      treeOf({
        'services/a/src/migrations/0001-x.ts': `${marker}export const up = async () => {\n${code}\n};`,
      }),
    );
  const altered = (line: string) => `  await knex.schema.alterTable('t', (table) => {\n    ${line}\n  });`;

  test.each([
    ["await knex.raw('create table t (a text not null)');"],
    ["await knex.raw('alter table t add column a text not null default 1, alter column b drop not null');"],
    ["await knex.raw('drop index a; alter table t drop constraint b, add constraint b check (a > 0)');"],
    [altered("table.text('a').notNullable().defaultTo('');")],
    [altered("table.text('a');")],
    [altered("table.specificType('id', 'bigserial').notNullable();")],
    ["// drop table would be wrong here\nawait knex.raw('select 1');"],
  ])('expand: %s', (code) => {
    expect(problems(code)).toEqual([]);
  });

  test.each([
    ["await knex.raw('alter table t drop column a');", 'drops a column'],
    ["await knex.raw('DROP TABLE t');", 'drops a table'],
    ["await knex.raw('alter table t rename column a to b');", 'renames'],
    ["await knex.raw('alter table t rename to u');", 'renames'],
    ["await knex.raw('alter table t alter column a type bigint');", 'changes a type'],
    ["await knex.raw('alter table t alter a set not null');", 'refuses empty values'],
    ["await knex.raw('alter table t add column a text not null');", 'leaves empty'],
    [altered("table.text('a').notNullable();"), 'leaves empty'],
    [altered("table.dropColumn('a');"), 'drops a column'],
    [altered("table.bigInteger('a').alter();"), 'changes a type'],
    ["await knex.schema.renameTable('a', 'b');", 'renames'],
  ])('contract: %s', (code, why) => {
    expect(problems(code).join()).toContain(why);
    expect(problems(code, '// contracts: 1.4.0, nobody reads it since.\n')).toEqual([]);
    expect(problems(code, '// contracts: before the first release, nobody read it.\n')).toEqual([]);
    expect(problems(code, '// contracts: soon\n')).toHaveLength(1);
  });
});

test('the "where do I add" table must hold every row', () => {
  const problems = whereToAddTable(treeOf({ 'README.md': '| a price | x | y |' }));
  expect(problems.some((line) => line.includes('lacks "a dialect"'))).toBe(true);
  expect(problems.some((line) => line.includes('lacks "a price"'))).toBe(false);
});

describe('documents', () => {
  const sources = { 'services/a/src/deep/x.ts': '', 'deploy/y.yaml': '', 'CHANGELOG.md': '`gone.ts`' };
  const problems = (text: string) => namedPlaces(treeOf({ ...sources, 'services/a/README.md': text }));

  test.each([
    ['`src/deep/x.ts`, `deep/x.ts`, `x.ts`, `deep/`, `a/src/deep/<name>.ts`, `deep/<name>/`, `deep/*.ts`'],
    [
      '[x](src/deep/x.ts), [a](../a/README.md#run), [run](#run), [deploy](../../deploy), [it](https://x.test)',
    ],
    ['`headgate.yaml`, `application/json`, `/api/channel/`, `<name>/`, `deploy/.env`'],
    ['```\ncat src/gone.ts `gone.ts`\n```'],
  ])('name what is there: %s', (text) => {
    expect(problems(text)).toEqual([]);
  });

  test.each([
    ['`src/gone/x.ts`', 'names src/gone/x.ts'],
    ['`gone/`', 'names gone/'],
    ['`gone/<name>.ts`', 'names gone/'],
    ['`services/gone`', 'names services/gone'],
    ['`deploy/z.yaml`', 'names deploy/z.yaml'],
    ['[x](deep/x.ts)', 'links to deep/x.ts'],
  ])('name what is not: %s', (text, what) => {
    expect(problems(text)).toEqual([
      expect.stringContaining(`services/a/README.md ${what}, which is not there`),
    ]);
  });
});

test('upstreams are listed and tested, dialects have the same files', () => {
  const dir = 'services/text-gateway/src';
  const problems = parallelShape(
    treeOf({
      [`${dir}/upstreams/index.ts`]: "import { a } from './a.ts';",
      [`${dir}/upstreams/upstreams.test.ts`]: "'a'",
      [`${dir}/upstreams/a.ts`]: '',
      [`${dir}/upstreams/b.ts`]: '',
      [`${dir}/dialects/one/tap.ts`]: '',
      [`${dir}/dialects/one/usage.ts`]: '',
      [`${dir}/dialects/two/tap.ts`]: '',
    }),
  );
  expect(problems).toEqual([
    `${dir}/upstreams/b.ts has no line in index.ts`,
    `${dir}/upstreams/b.ts has no test: add it to upstreams.test.ts`,
    `${dir}/dialects/two lacks usage.ts, which other dialects have`,
  ]);
});

test('a style that upstreams alone speak has no half for clients, and says so', () => {
  const dir = 'services/text-gateway/src/dialects';
  const says = '// Upstreams alone speak this style: why.';
  const full = { [`${dir}/one/codec.ts`]: '', [`${dir}/one/passage.ts`]: '', [`${dir}/one/usage.ts`]: '' };
  const problemsOf = (files: Record<string, string>) => parallelShape(treeOf({ ...full, ...files }));
  expect(problemsOf({ [`${dir}/two/codec.ts`]: says, [`${dir}/two/usage.ts`]: '' })).toEqual([]);
  expect(problemsOf({ [`${dir}/two/codec.ts`]: says, [`${dir}/two/passage.ts`]: '' })).toEqual([
    `${dir}/two lacks usage.ts, which other dialects have`,
    `${dir}/two has passage.ts, although its codec.ts says that no client asks in it`,
  ]);
  expect(problemsOf({ [`${dir}/two/codec.ts`]: '', [`${dir}/two/usage.ts`]: '' })).toEqual([
    `${dir}/two lacks passage.ts, which other dialects have`,
  ]);
});

test('a named package that nobody imports is missing, unless it is due later', () => {
  const { due, missing } = findUnused(treeOf({ 'services/a/src/x.ts': "import express from 'express';" }));
  expect(missing.some((line) => line.startsWith('nats '))).toBe(true);
  expect(missing.some((line) => line.startsWith('express '))).toBe(false);
  expect(due.map((line) => line.split(' ')[0])).toEqual(['deploy', 'k8s']);
});
