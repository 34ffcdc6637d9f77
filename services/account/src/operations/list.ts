import { channelOperations } from '../channels/operations.ts';
import { channelTagOperations } from '../channels/tag-operations.ts';
import { groupOperations } from '../groups/operations.ts';
import { keyOperations } from '../keys/operations.ts';
import { modelOperations } from '../models/operations.ts';
import { sessionOperations } from '../sessions/operations.ts';
import type { Operation } from './operation.ts';

/** Every operation by its name. Each kind of thing has its own in its own folder. */
export const operations: Record<string, Operation> = {
  ...channelOperations,
  ...channelTagOperations,
  ...groupOperations,
  ...modelOperations,
  ...keyOperations,
  ...sessionOperations,
};
