import type { Rule } from './source-tree.ts';

const topLevel = new Set([
  'package.json',
  'pnpm-workspace.yaml',
  'pnpm-lock.yaml',
  'services',
  'proto',
  'deploy',
  'k8s',
  'scripts',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
]);

export const topLevelList: Rule = ({ paths }) => {
  const entries = new Set(paths.map((path) => path.split('/')[0] ?? ''));
  return [...entries]
    .filter((entry) => !entry.startsWith('.') && !topLevel.has(entry))
    .map((entry) => `${entry} lies at the top: move it below services, proto, deploy, k8s or scripts`);
};

const maxLines = 400;

export const fileSizes: Rule = ({ sources }) => {
  return sources
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > maxLines)
    .map(
      ({ path, lines }) => `${path} has ${lines} lines, above ${maxLines}: find the two names it wants to be`,
    );
};

const emptyNames =
  /(?:^|[/-])(?:utils?|helpers?|misc|managers?)(?=[-/.]|$)|(?:^|\/)(?:common|shared|lib)(?=[/.]|$)/;
const kebabCase =
  /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:(?:e2e|alone)\.test|test|config|bench|d))?\.(?:ts|tsx|mjs)$/;

export const fileNames: Rule = ({ sources }) => {
  return sources.flatMap(({ path }) => {
    const name = path.split('/').at(-1) ?? '';
    const problems: string[] = [];
    if (emptyNames.test(path))
      problems.push(`${path}: the name says nothing; name it for the one thing it exports`);
    if (!kebabCase.test(name)) problems.push(`${path}: file names are kebab-case`);
    return problems;
  });
};

// Spelt in halves, so that this file does not accuse itself.
const leftovers: readonly { pattern: RegExp; where: 'anywhere' | 'code'; instead: string }[] = [
  {
    pattern: new RegExp(`\\b(?:TO${'DO'}|FIX${'ME'}|XX${'X'}|HA${'CK'})\\b`),
    where: 'anywhere',
    instead: 'finish it, or write it into an issue',
  },
  {
    pattern: new RegExp(`\\.(?:only|sk${'ip'})\\(`),
    where: 'code',
    instead: 'a test runs, or says in the report why it cannot',
  },
  { pattern: new RegExp(`\\bas an${'y\\b'}`), where: 'code', instead: 'give it its type' },
  { pattern: new RegExp(`@ts-${'ignore'}`), where: 'anywhere', instead: 'give it its type' },
];

const commentLines = /^\s*(?:\/\/|\/?\*).*$/gm;

export const leftBehind: Rule = ({ sources }) => {
  return sources.flatMap(({ path, text }) => {
    const code = text.replace(commentLines, '');
    return leftovers.flatMap(({ pattern, where, instead }) => {
      const found = pattern.exec(where === 'code' ? code : text);
      return found ? [`${path} holds "${found[0]}": ${instead}`] : [];
    });
  });
};
