import { namedPlaces } from './documents.ts';
import { confinedCode, importBoundaries } from './imports.ts';
import { expandThenContract } from './migrations.ts';
import { findUnused } from './named-packages.ts';
import { fileNames, fileSizes, leftBehind, topLevelList } from './shape.ts';
import type { Rule, SourceTree } from './source-tree.ts';
import { parallelShape, whereToAddTable } from './tables.ts';

const rules: readonly Rule[] = [
  topLevelList,
  importBoundaries,
  confinedCode,
  fileSizes,
  fileNames,
  leftBehind,
  expandThenContract,
  whereToAddTable,
  namedPlaces,
  parallelShape,
  (tree) => findUnused(tree).missing,
];

/** Everything in the tree that breaks a house rule, a line each. */
export function findProblems(tree: SourceTree): string[] {
  return rules.flatMap((rule) => rule(tree));
}
