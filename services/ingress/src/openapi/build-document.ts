import type { Route } from '../routes/route.ts';
import { describeOperation, type OperationWords } from './describe-operation.ts';
import { describeRoute } from './describe-route.ts';
import type { DescribedOperation } from './described-operation.ts';
import type { OpenApiDocument, Verb } from './document.ts';
import { toOperationId, toTemplate } from './path-template.ts';
import { refusalSchemas } from './refusals.ts';
import { securitySchemes } from './security.ts';
import { tags } from './words/route-words.ts';
import { wordsOf } from './words/words-of.ts';

const verbs: Record<Route['method'], Verb> = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' };

/** The whole public API: the route table, joined with what account says of its operations. */
export function buildDocument(
  routes: readonly Route[],
  operations: ReadonlyMap<string, DescribedOperation>,
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  const used = new Set<string>();
  for (const route of routes) {
    const words = findWords(route, operations);
    // An operation that this account does not have yet is refused by it.
    if (!words) continue;
    const template = toTemplate(route.path);
    const operationId = idOf(route, template, used);
    paths[template] = { ...paths[template], [verbs[route.method]]: describeRoute(route, words, operationId) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Headgate',
      version: '1',
      description:
        'Text, images, films and sound of many models behind one gateway, each in the style that its clients speak. Members that are not named here pass on as they are.',
    },
    servers: [{ url: '/' }],
    tags: tagsOf(paths),
    paths,
    components: { schemas: refusalSchemas, securitySchemes },
  };
}

function findWords(
  { target }: Route,
  operations: ReadonlyMap<string, DescribedOperation>,
): OperationWords | undefined {
  if (target.to !== 'operation') return wordsOf(target);
  const operation = operations.get(target.operation);
  return operation && describeOperation(operation);
}

/** An operation has its own name at the first of its rows. */
function idOf({ method, target }: Route, template: string, used: Set<string>): string {
  const name = target.to === 'operation' ? target.operation : '';
  const id = name === '' || used.has(name) ? toOperationId(method, template) : name;
  used.add(id);
  return id;
}

/** Those that are there: the known ones in their order, then those of account's operations. */
function tagsOf(paths: OpenApiDocument['paths']): OpenApiDocument['tags'] {
  const there = new Set(
    Object.values(paths).flatMap((verbs) => Object.values(verbs).flatMap((row) => row.tags)),
  );
  const known = Object.entries(tags).filter(([name]) => there.has(name));
  const more = [...there].filter((name) => !Object.hasOwn(tags, name)).sort();
  return [...known.map(([name, description]) => ({ name, description })), ...more.map((name) => ({ name }))];
}
