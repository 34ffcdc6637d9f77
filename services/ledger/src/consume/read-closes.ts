import { type Close, CloseBatch, Kind, type Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { sortPath } from '@headgate/proto/purses';
import type { Batch } from '../book/post.ts';
import { type Parked, toParked } from '../parked/park.ts';
import { isUuid } from '../postgres/is-uuid.ts';
import { tokenClasses } from '../pricing/price.ts';
import { units } from '../pricing/unit-names.ts';

const maxPathLength = 64;
const maxMetered = 64;
const maxNameLength = 256;
const endOfYear9999Ms = 253_402_300_799_999n;

/** Reads one message of the billing stream. What cannot be booked is parked, and the rest goes on. */
export function readCloses(data: Uint8Array): Batch {
  let batch: CloseBatch;
  try {
    batch = CloseBatch.decode(data);
  } catch {
    return {
      closes: [],
      parked: [{ id: null, place: null, reason: 'undecodable', payload: Buffer.from(data) }],
    };
  }
  const closes: Close[] = [];
  const parked: Parked[] = [];
  for (const close of batch.closes) {
    if (isValid(close)) closes.push(toCanonical(close));
    else parked.push(toInvalid(close));
  }
  return { closes, parked };
}

/** Whether the tables can take a close as it is. */
function isValid(close: Close): boolean {
  return (
    isUuid(close.id) &&
    hasOrigin(close) &&
    (close.kind === Kind.SETTLE || close.kind === Kind.INTERRUPTED) &&
    isValidPath(close.path) &&
    isName(close.model) &&
    isName(close.priceModel) &&
    isName(close.group) &&
    isName(close.ref) &&
    close.reserved >= 0n &&
    close.consumed >= 0n &&
    (!close.usage || isValidUsage(close.usage)) &&
    close.startedAtMs >= 0n &&
    close.startedAtMs <= endOfYear9999Ms
  );
}

function isValidUsage(usage: Usage): boolean {
  const { calls, metered } = usage;
  return (
    calls >= 0n &&
    tokenClasses.every((name) => usage[name] >= 0n) &&
    metered.length <= maxMetered &&
    metered.every(({ unit, variant, quantity }) => {
      return units.includes(unit) && isText(variant) && quantity >= 0n;
    })
  );
}

/** A close comes from a run, as one of its numbers, or ends a hold. */
function hasOrigin({ run, seq, holdId }: Close): boolean {
  return holdId === '' ? isUuid(run) && seq > 0n : isUuid(holdId) && run === '' && seq === 0n;
}

/** Purse ids, none twice: a purse that is named twice would be charged twice. */
function isValidPath(path: readonly string[]): boolean {
  return (
    path.length > 0 &&
    path.length <= maxPathLength &&
    path.every((id, index) => isText(id) && path.indexOf(id) === index)
  );
}

/** An index takes 2,700 bytes, and that of the statistics has two names. Configurations give them 200 characters at most. */
function isName(text: string): boolean {
  return text.length <= maxNameLength && isText(text);
}

/** PostgreSQL's texts have no such character. */
function isText(text: string): boolean {
  return !text.includes('\0');
}

/** Ids as the database writes them, and the path in its one order. */
function toCanonical(close: Close): Close {
  close.id = close.id.toLowerCase();
  close.run = close.run.toLowerCase();
  close.holdId = close.holdId.toLowerCase();
  close.path = sortPath(close.path);
  return close;
}

/** What is not a UUID cannot be written as one; the payload still has it. */
function toInvalid(close: Close): Parked {
  const { id, place, ...parked } = toParked(close, 'invalid');
  const isPlace = isUuid(close.run) && close.seq > 0n;
  return { ...parked, id: isUuid(close.id) ? id : null, place: isPlace ? place : null };
}
