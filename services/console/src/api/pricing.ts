import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import type { Price } from './price.ts';

/** A model that whoever asks may use, and what it costs before the ratio of a group. */
export interface PricedModel {
  model: string;
  kind: 'text' | 'media';
  /** Whose price it has. */
  price_model: string;
  price: Price;
  groups: string[];
  endpoints: string[];
}

export interface GroupRatio {
  ratio: string;
  /** By the name of the price. */
  models: Record<string, string>;
}

export interface Pricing {
  models: PricedModel[];
  groups: Record<string, GroupRatio>;
}

export const pricingQuery = queryOptions({
  queryKey: ['pricing'],
  queryFn: ({ signal }) => ask<Pricing>('/api/pricing', { signal }),
  staleTime: 60_000,
});
