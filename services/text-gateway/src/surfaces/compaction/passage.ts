import type { Passage } from '../../dialects/passage.ts';
import { readWhole } from '../../dialects/responses/whole.ts';
import { wholeOnly } from '../whole-only.ts';
import { readRequest } from './request.ts';

/** The answer is a Response in all that the gateway must know of it. */
export const passage: Passage = { name: 'compaction', readRequest, readWhole, ...wholeOnly };
