import type { Knex } from 'knex';
import { z } from 'zod';
import { decimal, quotaUnits } from '../apply/document/decimal.ts';
import { because } from '../apply/problems/cause.ts';

const longestText = 64 * 1024;
const text = z.string().max(longestText, `must have at most ${longestText} characters`).default('');
const domain = z
  .string()
  .toLowerCase()
  .refine((name) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name), {
    message: 'must be a domain such as "example.com"',
    params: because('domain_unfit'),
  });

/** Everything that root can say of the installation, and what holds where nothing was said. Kept sorted. */
export const optionsSchema = z.object({
  about: text,
  /** Where mail may be sent to, and people may register from; empty: anywhere. */
  email_domains: z.array(domain).max(1_000).default([]),
  /** Whoever registers must show an e-mail address of theirs. */
  email_verification: z.boolean().default(false),
  home_page_content: text,
  /** US dollars that whoever registers is granted. */
  new_user_quota_usd: decimal
    .refine((value) => quotaUnits.safeParse(value).success, 'must be a multiple of 0.000002')
    .default('0'),
  notice: text,
  /** Whether people may register by themselves. */
  registration: z.boolean().default(false),
  /** Where people reach the gateway, whose console is below it: links in mail begin with it. Empty: mail has no links. */
  server_address: z
    .union([z.literal(''), z.url({ protocol: /^https?$/, error: 'must be an http or https address' })])
    .transform((url) => url.replace(/\/+$/, ''))
    .default(''),
});

export type Options = z.output<typeof optionsSchema>;
export type OptionName = keyof Options;

interface OptionRow {
  name: string;
  value: unknown;
}

export async function readOptions(knex: Knex): Promise<Options> {
  const rows = await knex<OptionRow>('options').select('name', 'value');
  return optionsSchema.parse(Object.fromEntries(rows.map(({ name, value }) => [name, value])));
}

export async function writeOption(
  transaction: Knex.Transaction,
  name: OptionName,
  value: unknown,
): Promise<void> {
  await transaction('options')
    .insert({ name, value: JSON.stringify(value), changed_at: transaction.fn.now() })
    .onConflict('name')
    .merge();
}

/** Options of such names are written, and never read out. */
export function isSecretOption(name: string): boolean {
  return /(token|secret|key)$/i.test(name);
}
