import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import type { LongListPage } from './list-page.ts';
import { pathIn, type Scope } from './scope.ts';
import type { Since } from './since.ts';

/** What a record of the log is of. */
export const recordTypes = { topUp: 1, served: 2, failed: 5, refund: 6 } as const;
export type RecordType = keyof typeof recordTypes;

export interface LogRecord {
  id: string;
  request_id: string;
  /** Unix seconds. */
  created_at: number;
  type: number;
  content: string;
  username: string;
  token_name: string;
  model_name: string;
  group: string;
  /** In quota units. */
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
  is_stream: boolean;
  /** For administrators alone. */
  channel_name?: string;
  /** JSON: see `readDetails`. */
  other: string;
}

/** What a record says beyond its columns. All of it may be missing: grants and refunds have none. */
export interface LogDetails {
  cache_tokens?: number;
  cache_creation_tokens?: number;
  cache_creation_tokens_1h?: number;
  reasoning_tokens?: number;
  audio_input?: number;
  audio_output?: number;
  image_input?: number;
  /** Tokens of images with a price of their own, and what is not counted in tokens: only what there is. */
  image_output?: number;
  images?: number;
  video_ms?: number;
  characters?: number;
  audio_input_ms?: number;
  audio_output_ms?: number;
  tool_calls?: number;
  usage_source?: string;
  /** Where it was billed by the price of one. */
  service_tier?: string;
  /** Milliseconds to the first byte, and to the last. */
  frt?: number;
  duration_ms?: number;
  ending?: string;
  status?: number;
  admin_info?: { price_model: string; price_version: number; catalog_version: number; attempts: number };
}

export interface LogFilter {
  /** The id of one request; empty: all. */
  request: string;
  type: RecordType | '';
  model: string;
  key: string;
  username: string;
  group: string;
  /** The id of one, for administrators alone; empty: all. */
  channel: string;
  /** New requests are found by looking again: nothing bounds the end. */
  since: Since;
}

export interface LogSums {
  quota: number;
  /** Requests and tokens of the last minute. */
  rpm: number;
  tpm: number;
  quota_exact: boolean;
}

const logPageSize = 25;

export function logQuery(scope: Scope, filter: LogFilter, cursor: string) {
  return queryOptions({
    queryKey: ['log', scope, keyOf(filter), cursor],
    queryFn: ({ signal }) =>
      ask<LongListPage<LogRecord>>(`${pathIn(scope, '/api/log')}${filter.request && '/search'}`, {
        query: { ...queryOf(filter), keyword: filter.request, cursor, page_size: logPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function logSumsQuery(scope: Scope, filter: LogFilter) {
  return queryOptions({
    queryKey: ['log', 'sums', scope, keyOf(filter)],
    queryFn: ({ signal }) =>
      ask<LogSums>(`${pathIn(scope, '/api/log')}/stat`, { query: queryOf(filter), signal }),
    placeholderData: keepPreviousData,
  });
}

/** Asks again for what is shown of the log, its sums included. */
export function lookAgain(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ queryKey: ['log'] });
}

export function readDetails({ other }: Pick<LogRecord, 'other'>): LogDetails {
  return JSON.parse(other || '{}');
}

export function typeOf({ type }: Pick<LogRecord, 'type'>): RecordType {
  const names = Object.keys(recordTypes) as RecordType[];
  return names.find((name) => recordTypes[name] === type) ?? 'served';
}

/** Whether requests are meant, and not what else moves quota: that has no model, group or channel. */
export function isOfRequests({ type }: Pick<LogFilter, 'type'>): boolean {
  return type === '' || type === 'served' || type === 'failed';
}

function keyOf({ since, ...filter }: LogFilter) {
  return { ...filter, since: since.name };
}

function queryOf({ type, model, key, username, group, channel, since }: LogFilter) {
  return {
    type: type === '' ? undefined : recordTypes[type],
    model_name: model,
    token_name: key,
    username,
    group,
    channel,
    start_timestamp: since.from(),
  };
}
