import type { Channel } from '../../channels/store.ts';
import type { Context } from '../../context.ts';
import { drawIds } from '../../draw-ids.ts';
import type { Model } from '../../models/store.ts';
import type { SignInProvider } from '../../sign-in-providers/store.ts';
import { drawSpenderIds } from '../../spenders/draw-spender-ids.ts';
import type { Webhook } from '../../webhooks/store.ts';
import type { Document } from '../document/document.ts';
import { findContradictions } from '../problems/find-contradictions.ts';
import { refuseIfAny } from '../problems/problems.ts';
import type { State } from '../state.ts';
import { planChannels } from './channels.ts';
import { type Difference, isEmpty } from './difference.ts';
import { findUsedGroups } from './find-used-groups.ts';
import { type GroupPlan, planGroups } from './groups.ts';
import { type KeyPlan, planKeys } from './keys.ts';
import { planModels } from './models.ts';
import { findDanglingReferences } from './references.ts';
import { planSignInProviders } from './sign-in-providers.ts';
import { planSite, type SitePlan } from './site.ts';
import { planUsers, type UserPlan } from './users.ts';
import { planWebhooks } from './webhooks.ts';

/** What applying a document to a state comes to. Nothing is written yet but ids are drawn. */
export interface Plan {
  site: SitePlan;
  groups: GroupPlan;
  models: Difference<Model>;
  channels: Difference<Channel>;
  users: UserPlan;
  keys: KeyPlan;
  webhooks: Difference<Webhook>;
  providers: Difference<SignInProvider>;
}

export interface PlanOptions {
  prune: boolean;
  /** What the entry of a model leaves out stays as it is. */
  keepMembers: boolean;
}

/** Throws a fault that names every contradiction and every reference that would point nowhere. */
export async function makePlan(
  context: Pick<Context, 'knex' | 'ledger' | 'passwords'>,
  document: Document,
  state: State,
  { prune, keepMembers }: PlanOptions,
): Promise<Plan> {
  const { knex, passwords } = context;
  const draw = (table: 'channels' | 'webhooks' | 'sign_in_providers') => ({
    prune,
    drawIds: (count: number) => drawIds(knex, table, count),
  });
  const drawSpenders = (table: 'users' | 'keys') => ({
    prune,
    drawIds: (count: number) => drawSpenderIds(context, table, count),
  });
  const site = planSite(document, state.site);
  const groups = planGroups(document, state.groups, { prune });
  const models = planModels(document, state.models, { prune, keepMembers });
  const channels = await planChannels(document, state.channels, draw('channels'));
  const users = await planUsers(document, state.users, { ...drawSpenders('users'), passwords });
  const keys = await planKeys(document, state.keys, users, drawSpenders('keys'));
  const webhooks = await planWebhooks(document, state.webhooks, draw('webhooks'));
  const providers = await planSignInProviders(document, state.providers, draw('sign_in_providers'));
  refuseIfAny([
    ...findContradictions(document),
    ...users.problems,
    ...keys.problems,
    ...findDanglingReferences({
      autoGroups: site.final.autoGroups,
      groups: groups.final,
      models: models.final,
      channels: channels.final,
      users: users.final,
      keys: keys.final,
    }),
    ...(await findUsedGroups(knex, state, { site, groups, users })),
  ]);
  return { site, groups, models, channels, users, keys, webhooks, providers };
}

/** Whether the plan changes what VerifyKey answers. */
export function changesKeys({ users, keys }: Plan): boolean {
  return !isEmpty(users) || !isEmpty(keys);
}

/** Whether the plan changes what GetCatalog answers, or what else belongs to no key: whatever is planned meanwhile is stale. */
export function changesCatalog({ site, groups, models, channels, webhooks, providers }: Plan): boolean {
  const parts = [groups, models, channels, webhooks, providers];
  return site.changed !== undefined || parts.some((part) => !isEmpty(part));
}
