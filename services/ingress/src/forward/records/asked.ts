import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import type { Request } from 'express';

/** What a page of records is asked for, as far as the query says. */
export interface Asked {
  type: number;
  fromMs: bigint;
  untilMs: bigint;
  username: string;
  keyName: string;
  model: string;
  group: string;
  channelId: bigint | undefined;
  page: number;
  pageSize: number;
  /** The id after which the page begins; empty: where its number says. */
  cursor: string;
  /** What sums are by; empty: as usual. */
  by: string;
  /** `total` for sums without time; empty: by hour or day. */
  span: string;
  /** How many sums are told apart; 0: all. */
  top: number;
  /** What those have the most of; empty: quota. */
  orderBy: string;
  /** The one request that is meant; empty: all. */
  requestId: string;
}

const defaultPageSize = 10;
const mostPageSize = 100;
/** Deeper pages would be counted off one record at a time. */
const mostLeftOut = 10_000;
/** The last second that an id can be of. */
const lastSecond = 2 ** 48 / 1_000 - 1;
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads the query of a page. What is not there is no filter; what cannot be read is refused by its name. */
export function readAsked(request: Pick<Request, 'query'>, { cursor } = { cursor: uuid }): Asked {
  const text = (name: string): string => readText(request, name);
  const number = (name: string, most: number): number => readNumber(request, name, most);
  const until = number('end_timestamp', lastSecond);
  const channel = number('channel', Number.MAX_SAFE_INTEGER);
  const asked: Asked = {
    type: number('type', Number.MAX_SAFE_INTEGER),
    fromMs: BigInt(number('start_timestamp', lastSecond)) * 1_000n,
    // The second that is named belongs to the time.
    untilMs: until === 0 ? 0n : BigInt(until + 1) * 1_000n,
    username: text('username'),
    keyName: text('token_name'),
    model: text('model_name'),
    group: text('group'),
    channelId: channel === 0 ? undefined : BigInt(channel),
    page: Math.max(1, number('p', Number.MAX_SAFE_INTEGER)),
    pageSize: Math.min(number('page_size', Number.MAX_SAFE_INTEGER) || defaultPageSize, mostPageSize),
    cursor: text('cursor'),
    by: text('by'),
    span: text('span'),
    top: number('top', Number.MAX_SAFE_INTEGER),
    orderBy: text('order_by'),
    requestId: text('request_id').toLowerCase(),
  };
  if (asked.cursor !== '' && !cursor.test(asked.cursor)) refuseRecords('cursor is not one that a page gave.');
  if (asked.requestId !== '' && !uuid.test(asked.requestId))
    refuseRecords('request_id is no id of a request.');
  if (offsetOf(asked) > mostLeftOut) {
    refuseRecords(
      `Only the first ${mostLeftOut} records have page numbers. Send the next_cursor of a page as cursor to go on.`,
    );
  }
  return asked;
}

/** A member of the query; empty when it is not there. Of two, neither is meant more than the other, and no name holds a zero byte. */
export function readText({ query }: Pick<Request, 'query'>, name: string): string {
  const value = query[name] ?? '';
  if (typeof value === 'string' && !value.includes('\0')) return value;
  return refuseRecords(`${name} must be a text, and there once.`);
}

/** A Unix second of the query; 0 when it is not there. */
export function readSecond(request: Pick<Request, 'query'>, name: string): number {
  return readNumber(request, name, lastSecond);
}

function readNumber(request: Pick<Request, 'query'>, name: string, most: number): number {
  const value = readText(request, name);
  if (value === '') return 0;
  if (/^\d{1,15}$/.test(value) && Number(value) <= most) return Number(value);
  return refuseRecords(`${name} must be a whole number, at most ${Math.floor(most)}.`);
}

/** How many records lie before the page. */
export function offsetOf({ cursor, page, pageSize }: Asked): number {
  return cursor === '' ? (page - 1) * pageSize : 0;
}

/** Session routes answer refusals with 200. */
export function refuseRecords(message: string): never {
  throw new FaultError(fault('invalid_request', { status: 200, message }));
}
