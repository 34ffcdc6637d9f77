import type { RecordPage, RecordScope } from '../../routes/route.ts';
import { enveloped } from '../enveloped.ts';
import { anyOf, flag, list, open, type Schema, second, text, whole } from '../schema.ts';
import { json, optional, type RouteWords } from './route-words.ts';

export const whose: Record<RecordScope, string> = { key: "the key's", self: 'your own', all: "everybody's" };

export const filters = (scope: RecordScope): Record<string, Schema> => ({
  start_timestamp: second('From when'),
  end_timestamp: second('Until when'),
  model_name: text(),
  token_name: text('The name of a key'),
  group: text(),
  ...(scope === 'all' && { username: text(), channel: whole('The id of a channel') }),
});

export const paged = {
  p: whole('From 1 on'),
  page_size: whole('At most 100'),
  cursor: text('next_cursor of the page before'),
};

const listed = {
  type: whole('1 top-ups, 2 served, 5 failed, 6 refunds; without it, requests'),
  request_id: text(
    'The one request that is meant, with all that was billed within it where it is a realtime session',
  ),
};

const record = open(
  {
    id: text(),
    request_id: text(),
    created_at: second('When'),
    type: whole(),
    username: text(),
    token_name: text(),
    model_name: text(),
    quota: whole('Units'),
    prompt_tokens: whole(),
    completion_tokens: whole(),
    use_time: whole('Seconds'),
    is_stream: flag(),
    group: text(),
    other: text('More of it, as JSON'),
  },
  ['id', 'created_at', 'type', 'quota'],
);

/** A page of what is listed, newest first, as `paged` asks for it. */
export function pageOf(item: Schema): Schema {
  return open(
    {
      items: list(item),
      total: whole(),
      total_exact: flag(),
      page: whole(),
      page_size: whole(),
      next_cursor: text(),
    },
    ['items', 'total', 'page', 'page_size'],
  );
}

const page = pageOf(record);

const sum = open(
  { quota: whole('Units'), rpm: whole('Requests'), tpm: whole('Tokens'), quota_exact: flag() },
  ['quota', 'rpm', 'tpm'],
);

const statistic = open({
  created_at: second('When the hour or the day began; not there in totals'),
  model_name: text(),
  token_name: text('Where it is by key'),
  group: text('Where it is by group'),
  channel_name: text('Where it is by channel'),
  other: flag('All that are not among the `top`'),
  count: whole('Requests'),
  failed: whole('Those that failed'),
  token_used: whole(),
  prompt_tokens: whole(),
  completion_tokens: whole(),
  quota: whole('Units'),
  refunded: whole('Units'),
  duration_ms: whole('Of all requests together'),
  first_byte_ms: whole('Of all requests together'),
});

/** What was booked. */
export function recordWords({ page: kind, scope }: { page: RecordPage; scope: RecordScope }): RouteWords {
  const { summary, query, answer, data } = pages[kind];
  return {
    tag: 'Records',
    summary: `${summary}, ${whose[scope]}`,
    query: optional({ ...filters(scope), ...query }),
    answer: json(answer, enveloped(data)),
  };
}

const pages: Record<
  RecordPage,
  { summary: string; query: Record<string, Schema>; answer: string; data: Schema }
> = {
  log: {
    summary: 'Lists records',
    query: { ...listed, ...paged },
    answer: 'A page of them, newest first',
    data: page,
  },
  search: {
    summary: 'Finds records',
    query: {
      ...listed,
      ...paged,
      keyword: text(
        'The id of a request, the digit of a type, or the whole name of a user, a key or a model',
      ),
    },
    answer: 'A page of them, newest first',
    data: page,
  },
  stat: {
    summary: 'Adds records up',
    query: { type: whole('2 served, 5 failed; without it, both') },
    answer: 'What they cost, and how many the last minute had',
    data: sum,
  },
  statistics: {
    summary: 'Adds records up by model and time',
    query: {
      by: text('Something else than the model; channels are for administrators', {
        enum: ['model', 'key', 'group', 'channel'],
      }),
      span: text('One row for the whole time in place of one per hour or day', { enum: ['total'] }),
      top: whole('Only so many, at most 1000, have rows of their own; all others are one, called other'),
      order_by: text('What those have the most of; without it, quota', {
        enum: ['quota', 'count', 'token_used', 'failed'],
      }),
    },
    answer: 'A row per model and hour, or per day where the time is long',
    data: list(statistic),
  },
};

export const removalWords: RouteWords = {
  tag: 'Records',
  summary: 'Drops records of months that have passed',
  query: { target_timestamp: { schema: second('Before when'), required: true } },
  answer: json('How many went', enveloped(whole())),
};

const refund = open({ id: text(), quota: whole('Units'), booked_at: second('When') });

const bill = open(
  {
    request_id: text(),
    quota: whole('Units'),
    price_version: whole(),
    booked_at: second('When'),
    refunds: list(refund),
    request: {},
    derivation: { description: 'What was used, by which rate, line by line; decimals are text' },
  },
  ['request_id', 'quota', 'refunds', 'request', 'derivation'],
);

/** How a request's bill came about. */
export function billWords({ scope }: { scope: RecordScope }): RouteWords {
  return {
    tag: 'Records',
    summary: `Says how the bill of a request came about, ${whose[scope]}`,
    answer: json('The bill', enveloped(open({ bill: anyOf(bill, { type: 'null' }) }, ['bill']))),
  };
}
