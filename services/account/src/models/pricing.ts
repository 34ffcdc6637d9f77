import type { Catalog, Channel, Media } from '@headgate/proto/gen/headgate/account/v1/account';
import type { GroupRatio, ListPricesResponse, Price } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { z } from 'zod';
import { fromPrice } from '../apply/prices/from-price.ts';
import type { Context } from '../context.ts';
import { defaultGroup } from '../groups/store.ts';
import { listServedGroups } from '../groups/usable.ts';
import { pageOf } from '../operations/words.ts';
import type { User } from '../users/store.ts';
import { priceView } from './view.ts';

export const ratioView = z.object({
  ratio: z.string(),
  /** Models that have another ratio in this group. */
  models: z.record(z.string(), z.string()),
});

const pricedModel = z.object({
  model: z.string(),
  kind: z.enum(['text', 'media']),
  price: priceView,
  /** By the service tiers that have prices of their own. */
  service_tiers: z.record(z.string(), priceView),
  /** Of the groups below, those in which it is served. */
  groups: z.array(z.string()),
  endpoints: z.array(z.string()),
});

const beside = {
  groups: z.record(z.string(), ratioView),
  version: z.int(),
};

export const pricingView = z.object({ models: z.array(pricedModel), ...beside });

/** A page of it; the groups are always all that the caller may use. */
export const pricingPage = pageOf(pricedModel).extend(beside);

type Pricing = z.input<typeof pricingView>;

type RatioView = z.input<typeof ratioView>;

/** What is served now, and at which prices, as far as this person may use it; strangers see the default group. */
export async function showPricing(context: Context, actor: User | undefined): Promise<Pricing> {
  const usable = actor ? await listServedGroups(context.knex, actor) : [defaultGroup];
  const made = await readMade(context);
  const groups = JSON.stringify(usable);
  const pricing = made.pricings.get(groups) ?? makePricing(made, usable);
  made.pricings.set(groups, pricing);
  const [first] = made.pricings.keys();
  if (made.pricings.size > mostKept && first !== undefined) made.pricings.delete(first);
  return pricing;
}

/** What these groups multiply prices by. */
export async function showRatios(
  context: Pick<Context, 'catalog' | 'ledger'>,
  usable: readonly string[],
): Promise<Record<string, RatioView>> {
  return ratioViewsOf(await readMade(context), usable);
}

/** What people are shown of a catalog and prices: that of 5,000 models takes 50 ms to make. */
interface Made {
  catalog: Catalog;
  present: ListPricesResponse;
  tiers: ServiceTiers;
  /** By groups of who asked. */
  pricings: Map<string, Pricing>;
  /** By group, of those that the ledger knows. */
  ratios: Map<string, RatioView>;
}

const kept = new WeakMap<Catalog, Made>();

/** Of more, those that were made first are made again: of 5,000 models each takes 2 MB. */
const mostKept = 8;

const noCatalog: Catalog = { channels: [], models: [], groups: [], autoGroups: [] };

async function readMade({ catalog: cache, ledger }: Pick<Context, 'catalog' | 'ledger'>): Promise<Made> {
  // What gateways are told is kept in memory: nobody has to sign in to ask for it.
  const { catalog = noCatalog } = await cache.get(0n);
  const present = await ledger.listPrices();
  const known = kept.get(catalog);
  if (known && areSame(known.present, present)) return known;
  const tiers = findServiceTiers(present.prices, catalog.channels);
  const made: Made = { catalog, present, tiers, pricings: new Map(), ratios: new Map() };
  kept.set(catalog, made);
  return made;
}

/** A ledger that was set back gives a version again, to other prices; one of the version before tells no digest. */
function areSame(one: ListPricesResponse, other: ListPricesResponse): boolean {
  return one.version === other.version && one.digest.equals(other.digest);
}

function makePricing(made: Made, usable: readonly string[]): Pricing {
  const { catalog, present, tiers } = made;
  const priceOf = new Map(present.prices.map((price) => [price.model, price]));
  const mediaOf = new Map(catalog.models.map(({ name, media }) => [name, media]));
  const rows = listServed(catalog.channels, usable).flatMap(({ model, priceModel, groups }) => {
    const price = priceOf.get(priceModel);
    if (!price) return [];
    const media = mediaOf.get(priceModel);
    return [
      {
        model,
        kind: media ? ('media' as const) : ('text' as const),
        price: fromPrice(price),
        service_tiers: tiers.get(priceModel) ?? {},
        groups,
        endpoints: endpointsOf(media),
      },
    ];
  });
  return {
    models: rows.sort((one, other) => (one.model < other.model ? -1 : 1)),
    groups: ratioViewsOf(made, usable),
    version: Number(present.version),
  };
}

type ServiceTiers = Map<string, Record<string, z.input<typeof priceView>>>;

/** Of each priced model what it costs at service tiers: rows `MODEL@TIER`, by which nothing is served otherwise, to anybody. */
function findServiceTiers(prices: readonly Price[], channels: readonly Channel[]): ServiceTiers {
  const known = new Set(channels.flatMap(({ models }) => models.map(({ priceModel }) => priceModel)));
  const tiers: ServiceTiers = new Map();
  for (const price of prices) {
    const [, model, tier] = /^(.+)@([^@]+)$/.exec(price.model) ?? [];
    if (model === undefined || tier === undefined || !known.has(model) || known.has(price.model)) continue;
    tiers.set(model, { ...tiers.get(model), [tier]: fromPrice(price) });
  }
  return tiers;
}

function ratioViewsOf(made: Made, usable: readonly string[]): Record<string, RatioView> {
  const shown = made.present.groups.filter(({ group }) => usable.includes(group));
  return Object.fromEntries(
    shown.map((of) => {
      const view = made.ratios.get(of.group) ?? makeRatioView(made, of);
      made.ratios.set(of.group, view);
      return [of.group, view];
    }),
  );
}

/**
 * Models, and `MODEL@TIER`, by the names under which they are asked for: that of a price row may be an upstream's. Where a name has
 * several rows, the highest of their ratios stands for all: nobody pays more.
 */
function makeRatioView({ catalog, tiers }: Made, { group, ratio, models }: GroupRatio): RatioView {
  const rows = listServed(catalog.channels, [group]).flatMap((each) => rowsOf(each, tiers));
  const names = new Set(rows.flatMap(({ name, row }) => (Object.hasOwn(models, row) ? [name] : [])));
  const highest = new Map<string, string>();
  for (const { name, row } of rows) {
    if (!names.has(name)) continue;
    const known = highest.get(name);
    const other = models[row] ?? ratio;
    if (known === undefined || Number(known) < Number(other)) highest.set(name, other);
  }
  return { ratio, models: Object.fromEntries(highest) };
}

/** The price rows by which a model is billed: its own, and those of its service tiers. */
function rowsOf({ model, priceModel }: Served, tiers: ServiceTiers): { name: string; row: string }[] {
  const names = Object.keys(tiers.get(priceModel) ?? {});
  const ofTiers = names.map((tier) => ({ name: `${model}@${tier}`, row: `${priceModel}@${tier}` }));
  return [{ name: model, row: priceModel }, ...ofTiers];
}

interface Served {
  model: string;
  priceModel: string;
  groups: string[];
}

/**
 * Each model with those of these groups in which it is served: once for each price, of which an alias without a row of its own has
 * one for every upstream model behind it.
 */
function listServed(channels: readonly Channel[], usable: readonly string[]): Served[] {
  const served = new Map<string, Served>();
  for (const channel of channels) {
    const groups = channel.groups.filter((group) => usable.includes(group));
    if (groups.length === 0) continue;
    for (const { name: model, priceModel } of channel.models) {
      const id = JSON.stringify([model, priceModel]);
      const known = served.get(id)?.groups ?? [];
      served.set(id, { model, priceModel, groups: [...new Set([...known, ...groups])].sort() });
    }
  }
  return [...served.values()];
}

const dialects = ['openai', 'openai-response', 'anthropic', 'gemini'];

/** Every dialect reaches every text model; which routes a media model has is said by its family. */
function endpointsOf(media: Media | undefined): string[] {
  if (!media) return dialects;
  return media.family === '' || media.imageTask ? ['image-generation'] : ['video'];
}
