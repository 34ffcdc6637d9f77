import type { DescribedOperation } from './described-operation.ts';
import { enveloped } from './enveloped.ts';
import { json, type Parameter, type RouteWords } from './words/route-words.ts';

/** The words of a row that leads to an operation of account. */
export interface OperationWords extends Omit<RouteWords, 'tag'> {
  tag: string;
  path?: Record<string, Parameter>;
  /** It sends browsers on: what is answered with 200 is then a refusal, or what others are told. */
  redirects?: 'always' | 'sometimes';
}

/** What account says of an operation, as the words that all rows have. */
export function describeOperation(operation: DescribedOperation): OperationWords {
  const { name, summary, redirects, path, query, body, data } = operation;
  return {
    tag: tagOf(name),
    summary,
    ...(redirects && { redirects }),
    ...(path && { path: toParameters(path) }),
    ...(query && { query: toParameters(query) }),
    ...(body && { body: { 'application/json': body } }),
    answer: json(data ? 'What was asked for, or why not' : 'Done, or why not', enveloped(data)),
  };
}

/** Operations are named for what they deal with. */
function tagOf(name: string): string {
  return `Session: ${name.split('.')[0]}`;
}

function toParameters({ properties = {}, required = [] }: NonNullable<DescribedOperation['query']>) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]): [string, Parameter] => [
      name,
      { schema, ...(required.includes(name) && { required: true }) },
    ]),
  );
}
