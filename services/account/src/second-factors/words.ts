import { z } from 'zod';

/** Six digits of the app, or a backup code. */
const code = z.string().min(1, 'must not be empty').max(40, 'must have at most 40 characters');
export const withCode = z.object({ body: z.object({ code }) });
