import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Rule, SourceTree } from './source-tree.ts';

/** What the README's "where do I add" table must say; `namedPlaces` holds it to what there is. */
const whereToAdd = [
  ...['an upstream speaking a known dialect', 'a dialect', 'a page of the console', 'a public route'],
  ...['an event', 'a price'],
];

export const whereToAddTable: Rule = ({ root }) => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  return whereToAdd
    .filter((row) => !readme.includes(`| ${row} |`))
    .map((row) => `README: the "where do I add" table lacks "${row}"`);
};

/** Every upstream has a line in the list and a mention in its test; every dialect the same files as the others. */
export const parallelShape: Rule = (tree) => [...upstreamsListed(tree), ...dialectsAlike(tree)];

function upstreamsListed({ sources }: SourceTree): string[] {
  const dir = 'services/text-gateway/src/upstreams';
  const textOf = (name: string): string => sources.find(({ path }) => path === `${dir}/${name}`)?.text ?? '';
  const apart = new Set(['index.ts', 'upstream.ts', 'upstreams.test.ts']);
  const names = sources
    .filter(({ path }) => dirname(path) === dir && !apart.has(basename(path)))
    .map(({ path }) => basename(path, '.ts'))
    .filter((name) => !name.endsWith('.test'));
  return names.flatMap((name) => {
    const problems: string[] = [];
    if (!textOf('index.ts').includes(`'./${name}.ts'`))
      problems.push(`${dir}/${name}.ts has no line in index.ts`);
    const isTested = textOf('upstreams.test.ts').includes(`'${name}'`) || textOf(`${name}.test.ts`) !== '';
    if (!isTested) problems.push(`${dir}/${name}.ts has no test: add it to upstreams.test.ts`);
    return problems;
  });
}

/** The client's half of a dialect, which a style lacks that no client asks in. */
const clientsHalf = new Set([
  ...['decode-request.ts', 'encode-reply.ts', 'encode-stream.ts', 'error-frame.ts'],
  ...['passage.ts', 'read-said.ts', 'request.ts', 'tap.ts', 'whole.ts'],
]);
const saysUpstreamOnly = /^\/\/ Upstreams alone speak this style/;

function dialectsAlike({ sources }: SourceTree): string[] {
  const dir = 'services/text-gateway/src/dialects/';
  const filesOf = new Map<string, string[]>();
  const upstreamOnly = new Set<string>();
  for (const { path, text } of sources) {
    const [dialect, file, ...deeper] = path.startsWith(dir) ? path.slice(dir.length).split('/') : [];
    if (!dialect || !file || deeper.length > 0 || file.endsWith('.test.ts')) continue;
    filesOf.set(dialect, [...(filesOf.get(dialect) ?? []), file]);
    if (file === 'codec.ts' && saysUpstreamOnly.test(text)) upstreamOnly.add(dialect);
  }
  const all = new Set([...filesOf.values()].flat());
  return [...filesOf].flatMap(([dialect, files]) => {
    const isUpstreamOnly = upstreamOnly.has(dialect);
    const expected = [...all].filter((file) => !isUpstreamOnly || !clientsHalf.has(file));
    const missing = expected.filter((file) => !files.includes(file));
    const odd = isUpstreamOnly ? files.filter((file) => clientsHalf.has(file)) : [];
    return [
      ...missing.map((file) => `${dir}${dialect} lacks ${file}, which other dialects have`),
      ...odd.map(
        (file) => `${dir}${dialect} has ${file}, although its codec.ts says that no client asks in it`,
      ),
    ];
  });
}
