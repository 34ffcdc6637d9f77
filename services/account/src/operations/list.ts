import { keyOperations } from '../keys/operations.ts';
import { sessionOperations } from '../sessions/operations.ts';
import type { Operation } from './operation.ts';

/** Every operation by its name. Each kind of thing has its own in its own folder. */
export const operations: Record<string, Operation> = {
  ...keyOperations,
  ...sessionOperations,
};
