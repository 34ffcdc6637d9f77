import type { Rule } from './source-tree.ts';

/** What takes something away from the code of an older version, which runs on while the newer one is rolled out. */
const contracting: readonly { what: string; pattern: RegExp }[] = [
  { what: 'drops a column', pattern: /\bdrop\s+column\b|\.dropColumns?\(|\.dropTimestamps\(/i },
  { what: 'drops a table', pattern: /\bdrop\s+table\b|\.dropTable(?:IfExists)?\(/i },
  {
    what: 'drops what others read or write by',
    pattern: /\bdrop\s+(?:view|materialized\s+view|function|type|sequence)\b/i,
  },
  { what: 'renames', pattern: /\brename\s+(?:column\b|to\b|\w+\s+to\b)|\.rename(?:Column|Table|To)\(/i },
  { what: 'changes a type', pattern: /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b|\.alter\(/i },
  {
    what: 'refuses empty values',
    pattern: /\balter\s+(?:column\s+)?\w+\s+set\s+not\s+null\b|\.dropNullable\(/i,
  },
];

/** `add column x ... not null` without a default, in SQL; and `.notNullable()` without one, on a table that is altered. */
const addedInSql = /\badd\s+column\s+(?:if\s+not\s+exists\s+)?\w+[^,;]*/gi;
const alteredTables = /\.alterTable\([\s\S]*?\n {2}\}\);/g;
const statements = /^ *table\.[\s\S]*?;$/gm;
const fillsItself = /\bdefault\b|\bgenerated\b|serial\b|increments\(|\.defaultTo\(/i;

/** The version since which no running code needs what goes, and why: `// contracts: 1.4.0, nobody reads it since.` */
const marker = /(?:\/\/|\*) contracts: (?:\d+\.\d+\.\d+|before the first release), \S/;

const instead =
  'while it is rolled out the version before runs on it. Expand first, take away one release later, and say above `up` since ' +
  'when no code needs it: `// contracts: 1.4.0, why`';

/** Migrations expand; one that takes something away says since when no running code needs it. */
export const expandThenContract: Rule = ({ sources }) => {
  return sources
    .filter(({ path, isTest }) => /\/migrations\/\d{4}-[^/]+\.ts$/.test(path) && !isTest)
    .filter(({ text }) => !marker.test(text))
    .flatMap(({ path, text }) => {
      const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
      return findContracting(code).map((what) => `${path} ${what}: ${instead}`);
    });
};

function findContracting(code: string): string[] {
  const found = contracting.filter(({ pattern }) => pattern.test(code)).map(({ what }) => what);
  return isAddedWithoutDefault(code) ? [...found, 'adds a column that the code before leaves empty'] : found;
}

function isAddedWithoutDefault(code: string): boolean {
  const inSql = [...code.matchAll(addedInSql)].map(([column]) => column);
  const inTables = [...code.matchAll(alteredTables)].flatMap(([altered]) => altered.match(statements) ?? []);
  return (
    inSql.some((column) => /\bnot\s+null\b/i.test(column) && !fillsItself.test(column)) ||
    inTables.some((column) => column.includes('.notNullable()') && !fillsItself.test(column))
  );
}
