import { z } from 'zod';
import { decimal } from './decimal.ts';

export const groupSchema = z.strictObject({ ratio: decimal.optional() });
