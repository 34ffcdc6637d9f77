import { z } from 'zod';
import { modelSchema, price } from '../apply/document/models.ts';
import { changeCatalog } from '../catalog-changes/change-catalog.ts';
import { isServing } from '../channels/credentials.ts';
import type { Channel } from '../channels/store.ts';
import type { Context } from '../context.ts';
import { listServedGroups } from '../groups/usable.ts';
import { defineOpenOperation, defineOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { noInput, nothing, pageOf, pageQuery, rowsOf } from '../operations/words.ts';
import type { User } from '../users/store.ts';
import { name } from '../words.ts';
import { pricingPage, pricingView, showPricing } from './pricing.ts';
import { putModel } from './put-model.ts';
import { readModels } from './show-models.ts';
import { modelView } from './view.ts';

const listed = {
  ...pageQuery,
  keyword: z.string().max(200).default(''),
  kind: z.enum(['text', 'media']).optional(),
};
const priced = {
  ...pageQuery,
  keyword: z.string().max(200).default(''),
  /** Only what is served in it; empty is any. */
  group: z.string().max(200).default(''),
};
const byName = z.object({ query: z.object({ name }) });

export const modelOperations: Record<string, Operation> = {
  'models.list': defineOperation({
    role: 'admin',
    summary: 'Models by name, with their prices and the channels that serve them',
    input: z.object({ query: z.object(listed) }),
    data: pageOf(modelView),
    async run(context, _act, { query }) {
      const keyword = query.keyword.toLowerCase();
      const { models, show } = await readModels(context);
      const found = models.filter(
        ({ name, media: { family = '' }, kind }) =>
          (query.kind === undefined || kind === query.kind) &&
          (name.toLowerCase().includes(keyword) || family.toLowerCase().includes(keyword)),
      );
      const { limit, offset } = rowsOf(query);
      const items = found.slice(offset, offset + limit).map(show);
      return { items, total: found.length, page: query.p, page_size: query.page_size };
    },
  }),

  'models.get': defineOperation({
    role: 'admin',
    summary: 'One model, with its price and the channels that serve it',
    input: byName,
    data: modelView,
    async run(context, _act, { query }) {
      const { models, show } = await readModels(context);
      const found = models.find((model) => model.name === query.name);
      return found ? show(found) : refuse('model_missing', 'name', { name: query.name });
    },
  }),

  'models.put': defineOperation({
    role: 'admin',
    summary: 'Makes a model or changes it; members that are left out stay, a price is replaced whole',
    isChange: true,
    input: z.object({ body: modelSchema.extend({ name, price: price.optional() }) }),
    data: nothing,
    run: (context, act, { body }) => putModel(context, act, body),
  }),

  'models.delete': defineOperation({
    role: 'admin',
    summary: 'Deletes a model that no channel and no fallback needs',
    isChange: true,
    input: byName,
    data: nothing,
    async run(context, act, { query }) {
      await changeCatalog(context, act, ({ models }) => {
        if (models.every((model) => model.name !== query.name))
          refuse('model_missing', 'name', { name: query.name });
        return { removedModels: [query.name] };
      });
    },
  }),

  'models.by-provider': defineOperation({
    role: 'user',
    summary: 'The models that the caller may ask for, by the kind of upstream',
    input: noInput,
    data: z.record(z.string(), z.array(z.string())),
    async run(context, { actor }) {
      const names = new Map<string, Set<string>>();
      for (const channel of await listServing(context, actor)) {
        const known = names.get(channel.provider) ?? new Set();
        for (const model of channel.models) known.add(model.name);
        names.set(channel.provider, known);
      }
      return Object.fromEntries([...names].map(([provider, models]) => [provider, [...models].sort()]));
    },
  }),

  'models.own': defineOperation({
    role: 'user',
    summary: 'The names of the models that the caller may ask for',
    input: noInput,
    data: z.array(z.string()),
    async run(context, { actor }) {
      const channels = await listServing(context, actor);
      return [...new Set(channels.flatMap(({ models }) => models.map(({ name }) => name)))].sort();
    },
  }),

  'pricing.list': defineOpenOperation({
    summary: 'What models cost, and in which groups; those that the caller may use where they have signed in',
    input: noInput,
    data: pricingView,
    run: (context, { actor }) => showPricing(context, actor),
  }),

  'pricing.search': defineOpenOperation({
    summary: 'The same in pages: models by a part of their name, of all groups or of one',
    input: z.object({ query: z.object(priced) }),
    data: pricingPage,
    async run(context, { actor }, { query }) {
      const { models, ...beside } = await showPricing(context, actor);
      const keyword = query.keyword.toLowerCase();
      const found = models.filter(
        ({ model, groups }) =>
          model.toLowerCase().includes(keyword) && (query.group === '' || groups.includes(query.group)),
      );
      const { limit, offset } = rowsOf(query);
      const items = found.slice(offset, offset + limit);
      return { items, total: found.length, page: query.p, page_size: query.page_size, ...beside };
    },
  }),
};

/** The channels that serve somebody in one of their groups. */
async function listServing(context: Context, actor: User): Promise<Channel[]> {
  const { channels } = await context.catalog.rows();
  const groups = await listServedGroups(context.knex, actor);
  return channels.filter(
    (channel) => isServing(channel) && channel.groups.some((group) => groups.includes(group)),
  );
}
