import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { ask } from './client.ts';
import { type ListPage, listPageSize } from './list-page.ts';
import type { Price } from './price.ts';

/** A model with its prices, and who serves it. */
export interface Model {
  name: string;
  kind: 'text' | 'media';
  max_output: number;
  fallbacks: string[];
  family?: string;
  /** Null where there is none: then nobody is served. */
  price: Price | null;
  channels: { id: number; name: string; enabled: boolean }[];
  from_config: boolean;
}

export interface ModelFilter {
  keyword: string;
  kind: 'text' | 'media' | '';
}

/** What is left out stays; a price is replaced whole. */
export interface ModelChanges {
  name: string;
  price: Price;
  max_output?: number;
  fallbacks: string[];
  family?: string;
}

export const modelsKey = ['models'];

export function modelsQuery(filter: ModelFilter, page: number) {
  return queryOptions({
    queryKey: [...modelsKey, filter, page],
    queryFn: ({ signal }) =>
      ask<ListPage<Model>>('/api/models/search', {
        query: { ...filter, p: page, page_size: listPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** A model as it is now. */
export function readModel(name: string): Promise<Model> {
  return ask('/api/models/detail', { query: { name } });
}

/** Whether there is one of this name: putting another would take its place, prices and all. */
export async function hasModel(name: string): Promise<boolean> {
  try {
    await readModel(name);
    return true;
  } catch (error) {
    if (error instanceof ApiError && (error.kind === 'refused' || error.kind === 'missing')) return false;
    throw error;
  }
}

export function putModel(changes: Partial<ModelChanges> & { name: string }): Promise<void> {
  return ask('/api/models', { method: 'PUT', body: changes });
}

export function deleteModel(name: string): Promise<void> {
  return ask('/api/models', { method: 'DELETE', query: { name } });
}
