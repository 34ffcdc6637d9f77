/** `npm run tidy`: house rules that no linter knows. Every line it prints says what to do instead. */
import { join } from 'node:path';
import { findUnused } from './tidy/named-packages.ts';
import { findProblems } from './tidy/rules.ts';
import { readSourceTree } from './tidy/source-tree.ts';

const tree = readSourceTree(join(import.meta.dirname, '..'));
for (const line of findUnused(tree).due) process.stdout.write(`due: ${line}\n`);
const problems = findProblems(tree);
for (const line of problems) process.stderr.write(`${line}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
