import { z } from 'zod';
import { name } from '../../words.ts';
import { decimal } from './decimal.ts';

export const groupSchema = z.strictObject({
  ratio: decimal.optional(),
  // Models that have another ratio in this group, by the name of their price row.
  models: z.record(name, decimal).optional(),
});
