import { z } from 'zod';
import { decimal } from './decimal.ts';
import { name } from './words.ts';

export const groupSchema = z.strictObject({
  ratio: decimal.optional(),
  // Models that have another ratio in this group, by the name of their price row.
  models: z.record(name, decimal).optional(),
});
