import type { Schema } from './schema.ts';

/** An operation of the session API as account describes it. */
export interface DescribedOperation {
  name: string;
  role: string;
  summary: string;
  redirects?: 'always' | 'sometimes';
  path?: Schema;
  query?: Schema;
  body?: Schema;
  data?: Schema;
}

/** What account said, which is its own JSON. */
export function readOperations(bytes: Buffer): Map<string, DescribedOperation> {
  const described: DescribedOperation[] = JSON.parse(bytes.toString('utf8'));
  return new Map(described.map((operation) => [operation.name, operation]));
}
