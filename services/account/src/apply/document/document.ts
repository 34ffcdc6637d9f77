import { z } from 'zod';
import { quotaDisplays } from '../../site/quota-display.ts';
import { name, optionalList, optionalMap } from '../../words.ts';
import { channelSchema } from './channels.ts';
import { decimal } from './decimal.ts';
import { groupSchema } from './groups.ts';
import { keySchema } from './keys.ts';
import { modelSchema } from './models.ts';
import { signIn } from './sign-in.ts';
import { userSchema } from './users.ts';
import { webhookSchema } from './webhooks.ts';

const rate = decimal.refine((text) => Number(text) > 0, 'must be above 0');

const site = z.strictObject({
  name: name.optional(),
  quota_display: z.enum(quotaDisplays).optional(),
  // What a US dollar is shown as with CNY, and with CUSTOM.
  usd_rate: rate.optional(),
  custom_rate: rate.optional(),
  // What the group `auto` stands for: the first of these that serves a model.
  auto_groups: z.array(name).optional(),
});

/** A whole `headgate.yaml`. Members that are not named here are refused. */
export const documentSchema = z.strictObject({
  site: site.nullish(),
  groups: optionalMap(groupSchema),
  models: optionalMap(modelSchema),
  channels: optionalList(channelSchema),
  users: optionalList(userSchema),
  keys: optionalList(keySchema),
  webhooks: optionalList(webhookSchema),
  sign_in: signIn.nullish().transform((section) => section ?? { providers: [] }),
});

export type Document = z.output<typeof documentSchema>;
