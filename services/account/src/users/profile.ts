import type { Knex } from 'knex';
import { z } from 'zod';
import { mostUnits } from '../usd.ts';

/** The languages in which mail is written. */
export const languages = ['en', 'zh'] as const;

export type Language = (typeof languages)[number];

/** What somebody wants the console and the mail to be like. */
export const settingSchema = z.object({
  language: z.enum(languages).optional(),
  theme: z.enum(['light', 'dark', 'system']).optional(),
  notify_type: z.enum(['email']).optional().describe('How they are warned'),
  quota_warning_threshold: z
    .int()
    .min(0)
    .max(mostUnits)
    .optional()
    .describe(
      'Quota units: one letter is sent when less is left, and the next after more was granted. 0 or absent: none.',
    ),
});

export type Setting = z.output<typeof settingSchema>;

/** What of a user no configuration knows. */
export interface Profile {
  /** One that they have shown to have. */
  email: string | null;
  setting: Setting;
}

export async function readProfile(knex: Knex, userId: bigint): Promise<Profile> {
  const row = await knex('users').where({ id: userId }).first<Profile | undefined>('email', 'setting');
  return row ?? { email: null, setting: {} };
}
