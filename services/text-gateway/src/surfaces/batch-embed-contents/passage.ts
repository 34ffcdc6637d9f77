import type { Passage } from '../../dialects/passage.ts';
import { wholeOnly } from '../whole-only.ts';
import { readRequest } from './request.ts';
import { readWhole } from './whole.ts';

export const passage: Passage = { name: 'batch-embed-contents', readRequest, readWhole, ...wholeOnly };
