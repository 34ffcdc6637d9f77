import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import { type ListPage, listPageSize } from './list-page.ts';
import type { Price } from './price.ts';

/** A model that whoever asks may use, and what it costs before the ratio of a group. */
export interface PricedModel {
  model: string;
  kind: 'text' | 'media';
  price: Price;
  /** By the service tiers that have prices of their own. */
  service_tiers: Record<string, Price>;
  groups: string[];
  endpoints: string[];
}

export interface GroupRatio {
  ratio: string;
  /** Those that have another one. */
  models: Record<string, string>;
}

export interface PricingPage extends ListPage<PricedModel> {
  /** All that whoever asks may use. */
  groups: Record<string, GroupRatio>;
}

export interface PricingFilter {
  keyword: string;
  group: string;
}

export function pricingQuery(filter: PricingFilter, page: number) {
  return queryOptions({
    queryKey: ['pricing', filter, page],
    queryFn: ({ signal }) =>
      ask<PricingPage>('/api/pricing/search', {
        query: { ...filter, p: page, page_size: listPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
