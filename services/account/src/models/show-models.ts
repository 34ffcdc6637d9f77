import type { Price } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { z } from 'zod';
import { fromPrice } from '../apply/from-price.ts';
import { findPriceModel } from '../catalog/price-model.ts';
import { readCatalogState } from '../catalog-changes/state.ts';
import { chainOf } from '../channels/chain.ts';
import type { Channel } from '../channels/store.ts';
import type { Context } from '../context.ts';
import type { Model } from './store.ts';
import type { modelView } from './view.ts';

export type ModelView = z.input<typeof modelView>;

/** All models by name, with their prices as they stand in the ledger and the channels whose requests they price. */
export async function showModels(context: Context): Promise<ModelView[]> {
  const { models, channels } = await readCatalogState(context);
  const { prices } = await context.ledger.listPrices();
  const priceOf = new Map(prices.map((price) => [price.model, price]));
  const priced = new Set(models.map(({ name }) => name));
  return models.map((model) =>
    toModelView(model, priceOf.get(model.name), servedBy(model.name, channels, priced)),
  );
}

function servedBy(model: string, channels: readonly Channel[], priced: ReadonlySet<string>): Channel[] {
  return channels.filter(({ models }) =>
    models.some(({ name }) => name === model || findPriceModel(priced, chainOf(models, name)) === model),
  );
}

function toModelView(model: Model, price: Price | undefined, channels: readonly Channel[]): ModelView {
  return {
    name: model.name,
    kind: model.kind,
    max_output: Number(model.maxOutput),
    max_image_tokens: Number(model.maxImageTokens),
    fallbacks: model.fallbacks,
    ...model.media,
    price: price ? fromPrice(price) : null,
    channels: channels.map(({ id, name, enabled }) => ({ id, name, enabled })),
    from_config: model.fromConfig,
  };
}
