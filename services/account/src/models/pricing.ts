import { z } from 'zod';
import { fromPrice } from '../apply/from-price.ts';
import { findPriceModel } from '../catalog/price-model.ts';
import { readCatalogState } from '../catalog-changes/state.ts';
import { chainOf } from '../channels/chain.ts';
import { isServing } from '../channels/credentials.ts';
import type { Context } from '../context.ts';
import { defaultGroup } from '../groups/store.ts';
import { listUsableGroups } from '../groups/usable.ts';
import type { User } from '../users/store.ts';
import type { Model } from './store.ts';
import { priceView } from './view.ts';

const ratioView = z.object({
  ratio: z.string(),
  /** Models, by the name of their price row, that have another ratio in this group. */
  models: z.record(z.string(), z.string()),
});

export const pricingView = z.object({
  models: z.array(
    z.object({
      model: z.string(),
      kind: z.enum(['text', 'media']),
      /** Whose price row it is billed by. */
      price_model: z.string(),
      price: priceView,
      /** Of the groups below, those in which it is served. */
      groups: z.array(z.string()),
      endpoints: z.array(z.string()),
    }),
  ),
  groups: z.record(z.string(), ratioView),
  version: z.int(),
});

/** What is served now, and at which prices, as far as this person may use it; strangers see the default group. */
export async function showPricing(
  context: Context,
  actor: User | undefined,
): Promise<z.input<typeof pricingView>> {
  const usable = actor ? await listUsableGroups(context.knex, actor) : [defaultGroup];
  const { models, channels } = await readCatalogState(context);
  const present = await context.ledger.listPrices();
  const known = new Map(models.map((model) => [model.name, model]));
  const priceOf = new Map(present.prices.map((price) => [price.model, price]));
  const served = new Map<string, { priceModel: string; groups: Set<string> }>();
  for (const channel of channels.filter(isServing)) {
    const groups = channel.groups.filter((group) => usable.includes(group));
    for (const { name } of groups.length > 0 ? channel.models : []) {
      const priceModel = findPriceModel(new Set(known.keys()), chainOf(channel.models, name));
      if (priceModel === undefined) continue;
      const entry = served.get(name) ?? { priceModel, groups: new Set() };
      for (const group of groups) entry.groups.add(group);
      served.set(name, entry);
    }
  }
  const rows = [...served].flatMap(([model, { priceModel, groups }]) => {
    const [row, price] = [known.get(priceModel), priceOf.get(priceModel)];
    if (!row || !price) return [];
    return [
      {
        model,
        kind: row.kind,
        price_model: priceModel,
        price: fromPrice(price),
        groups: [...groups].sort(),
        endpoints: endpointsOf(row),
      },
    ];
  });
  const ratios = present.groups.filter(({ group }) => usable.includes(group));
  return {
    models: rows.sort((one, other) => (one.model < other.model ? -1 : 1)),
    groups: Object.fromEntries(
      ratios.map(({ group, ratio, models: own }) => [group, { ratio, models: own }]),
    ),
    version: Number(present.version),
  };
}

const dialects = ['openai', 'openai-response', 'anthropic', 'gemini'];

/** Every dialect reaches every text model; which routes a media model has is said by its family. */
function endpointsOf({ kind, media }: Model): string[] {
  if (kind === 'text') return dialects;
  return media.family === undefined
    ? ['image-generation']
    : [media.image_task ? 'image-generation' : 'video'];
}
