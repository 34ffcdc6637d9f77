import type { SourceTree } from './source-tree.ts';

/** A package that the product is built on, and where its use shows. */
interface NamedPackage {
  name: string;
  isUsed: (tree: SourceTree) => boolean;
}

const inSource =
  (name: string, where: 'runs' | 'tests' = 'runs') =>
  ({ sources }: SourceTree): boolean =>
    sources.some(({ imports, isTest, path }) => {
      const isCounted = where === 'tests' ? isTest : !isTest && path.startsWith('services/');
      return isCounted && imports.includes(name);
    });

const inFolder =
  (folder: string) =>
  ({ paths }: SourceTree): boolean =>
    paths.some((path) => path.startsWith(`${folder}/`));

const named: readonly NamedPackage[] = [
  { name: 'express', isUsed: inSource('express') },
  { name: 'http-proxy-middleware', isUsed: inSource('http-proxy-middleware') },
  { name: '@grpc/grpc-js', isUsed: inSource('@grpc/grpc-js') },
  { name: 'ts-proto', isUsed: inFolder('proto/gen') },
  { name: 'nats', isUsed: inSource('nats') },
  { name: 'pg', isUsed: inSource('pg') },
  { name: 'knex', isUsed: inSource('knex') },
  { name: 'prom-client', isUsed: inSource('prom-client') },
  { name: 'supertest', isUsed: inSource('supertest', 'tests') },
  { name: 'deploy', isUsed: inFolder('deploy') },
  { name: 'k8s', isUsed: inFolder('k8s') },
];

/** What comes with a later part of the product. Nothing is imported for the sake of a check. */
const dueLater = new Map([
  ['deploy', 'with the images'],
  ['k8s', 'with the manifests'],
]);

/** Named packages that no running source imports: those that are due later, and those that are missing. */
export function findUnused(tree: SourceTree): { due: string[]; missing: string[] } {
  const unused = named.filter(({ isUsed }) => !isUsed(tree)).map(({ name }) => name);
  return {
    due: unused.filter((name) => dueLater.has(name)).map((name) => `${name} is due ${dueLater.get(name)}`),
    missing: unused
      .filter((name) => !dueLater.has(name))
      .map((name) => `${name} is imported by no source that runs, although the product is built on it`),
  };
}
