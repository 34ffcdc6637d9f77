import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { fault } from '@headgate/proto/faults';
import { callerHeader, readCaller } from '@headgate/proto/internal-headers';
import { FaultError } from '@headgate/runtime/errors';
import { type OpenStream, openStream, StreamError } from '../call/open-stream.ts';
import type { ApiContext } from '../context.ts';
import { endingOfType, typeOfKey } from '../store/keys.ts';
import { isKnown, serveStored } from '../store/serve-stored.ts';
import { type AtVendor, type FoundContent, findContent, type Stored } from './find-content.ts';
import { findPicture } from './find-picture.ts';
import { leadsNowhere, nowhereFault } from './nowhere.ts';
import { openAsAny } from './open-as-any.ts';
import { checkOpen, checkPage, countUpTo, typeOf } from './open-content.ts';

/** Sends the bytes of a result that ingress has signed for: from the store, or from the vendor's. */
export async function serveResult(
  context: ApiContext,
  request: IncomingMessage,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  const open = readCaller(request.headers[callerHeader], context.config.callerSecret, Date.now());
  if (open instanceof Error) throw open;
  if (!open?.caller) throw new FaultError(fault('access_denied'));
  const find = finderOf(context, open.caller.userId, new URL(request.url ?? '/', 'http://media'));
  const first = await find(false);
  const opened =
    'key' in first ? first : await openResult(context, find, first, { range: rangeOf(request), gone });
  if ('key' in opened) {
    const headers = ownHeaders(opened, typeOfKey(opened.key));
    if (await serveStored(context, opened.key, request, response, headers)) return;
    throw new FaultError(fault('result_expired'));
  }
  const { found, stream } = opened;
  try {
    if (![200, 206, 416].includes(stream.status))
      throw new StreamError(`the upstream answered ${stream.status}`);
    if (stream.status === 416) return refusePart(stream, response);
    checkOpen(stream, found);
    const { etag } = stream.headers;
    if (typeof etag === 'string' && isKnown(request, etag))
      return sendKnown(headersOf(stream, found), response);
    const bytes = await checkPage(stream);
    response.writeHead(stream.status, headersOf(stream, found));
    if (request.method === 'HEAD') return void response.end();
    await pipeline(bytes, countUpTo(found.open?.largestBytes), response);
  } finally {
    stream.close();
  }
}

/** @param isGone its address was tried, and leads to nothing any more. */
type Find = (isGone: boolean) => Promise<FoundContent>;

/** Below `/pictures/` what anybody may see who knows its id, otherwise the user's own. */
function finderOf(context: ApiContext, userId: bigint, { pathname, searchParams }: URL): Find {
  const index = searchParams.get('index');
  if (pathname.startsWith('/pictures/')) {
    const taskId = pathname.slice('/pictures/'.length);
    return (isGone) =>
      findPicture(context, { taskId, isGone, index: index === null ? undefined : Number(index) });
  }
  const variant = searchParams.get('variant') ?? 'video';
  const wanted = { userId, taskId: pathname.slice(1), variant, index: Number(index ?? 0) };
  return (isGone) => findContent(context, { ...wanted, ...(isGone && { isGone }) });
}

/**
 * Opens a result; where its address leads to nothing any more, at a newer one that the vendor gives. One that has come to the
 * store meanwhile is had there.
 */
async function openResult(
  { config }: ApiContext,
  find: Find,
  first: AtVendor,
  { range, gone }: { range: Record<string, string>; gone: AbortSignal },
): Promise<Stored | { found: AtVendor; stream: OpenStream }> {
  const open = (found: AtVendor) =>
    openAsAny(
      found,
      async () => (await found.findOthers?.()) ?? [],
      (source) => openStream({ ...source, range, trusted: found.trusted }, config, gone),
    );
  const stream = await open(first);
  if (!leadsNowhere(stream)) return { found: first, stream };
  stream.close();
  const newer = await find(true);
  if ('key' in newer) return newer;
  const second = await open(newer);
  if (!leadsNowhere(second)) return { found: newer, stream: second };
  second.close();
  throw new FaultError(nowhereFault(newer));
}

/** That it has these bytes already: what is said of their number is for the part that it asked for, and they do not come. */
function sendKnown(headers: Record<string, string>, response: ServerResponse): void {
  const { 'content-length': _length, 'content-range': _range, ...others } = headers;
  response.writeHead(304, others).end();
}

/** What lies beyond the end: a vendor's own words for that may tell who it is, and where the file lies. */
function refusePart({ headers }: OpenStream, response: ServerResponse): void {
  const { 'content-range': range } = headers;
  response.writeHead(416, {
    ...(typeof range === 'string' && { 'content-range': range }),
    'content-length': 0,
  });
  response.end();
}

const onePart = /^bytes=(?:\d+-\d*|-\d+)$/;

/** What a client may say of the part that it wants. Several at once would come in a type of their own: it gets the whole. */
function rangeOf({ headers }: IncomingMessage): Record<string, string> {
  const { range = '', 'if-range': ifRange } = headers;
  if (!onePart.test(range)) return {};
  return { range, ...(typeof ifRange === 'string' && { 'if-range': ifRange }) };
}

const passed = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'];

/** Nothing that tells who the vendor is; nothing that a browser would run. */
function headersOf(stream: OpenStream, found: AtVendor): Record<string, string> {
  const kept = passed.flatMap((name) => {
    const value = stream.headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return {
    ...Object.fromEntries(kept),
    ...ownHeaders(found, typeOf(stream, found)),
  };
}

function ownHeaders(
  { name, open }: Pick<FoundContent, 'name' | 'open'>,
  type: string,
): Record<string, string> {
  return {
    'content-type': type,
    'content-disposition': `inline; filename="${name}.${endingOfType(type)}"`,
    ...(open ? forEverybody : forOneUser),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}

const forOneUser = { 'cache-control': 'private, max-age=300' };

/** What a task made does not change any more. */
const forEverybody = {
  'cache-control': 'public, max-age=86400, immutable',
  'access-control-allow-origin': '*',
};
