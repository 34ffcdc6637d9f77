import { Client, type Dispatcher } from 'undici';
import { decodeBody } from '../bodies/decode-body.ts';
import { saysCompressed } from '../bodies/encodings.ts';
import { createConnector } from './egress/connector.ts';
import { type Egress, withoutProxy } from './egress/egress.ts';
import { lookupIn } from './pinned-lookup.ts';

export interface Hop {
  answer: HopAnswer;
  close(): void;
}

export interface HopAnswer extends Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> {
  body: AsyncIterable<Buffer>;
}

export interface HopOptions {
  headers: Record<string, string>;
  signal: AbortSignal;
  /** How long a connection is attempted. */
  connectTimeoutMs?: number;
  /** Until the head is there, and between two parts of the body; without them the signal bounds the whole. */
  headTimeoutMs?: number;
  idleTimeoutMs?: number;
}

/** Gets a URL over a connection of its own, to one of these addresses and no other. */
export type OpenHop = (url: URL, addresses: readonly string[], options: HopOptions) => Promise<Hop>;

export function createOpenHop(egress: Egress = withoutProxy): OpenHop {
  return (...hop) => openHop(egress, ...hop);
}

async function openHop(
  egress: Egress,
  url: URL,
  addresses: readonly string[],
  { headers, signal, connectTimeoutMs = 5_000, headTimeoutMs, idleTimeoutMs }: HopOptions,
): Promise<Hop> {
  const client = new Client(url.origin, {
    connect: createConnector(egress, { timeout: connectTimeoutMs, lookup: lookupIn(addresses) }, addresses),
    ...(headTimeoutMs !== undefined && { headersTimeout: headTimeoutMs }),
    ...(idleTimeoutMs !== undefined && { bodyTimeout: idleTimeoutMs }),
  });
  const close = (): void => void client.destroy().catch(() => undefined);
  try {
    const answer = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': 'headgate' },
      signal,
    });
    // Cut while nobody reads, it would have no one to tell.
    answer.body.on('error', () => undefined);
    return { answer: asWritten(answer), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** A whole file as its server has it, also where it comes compressed: then nobody knows its length, nor can have a part of it. */
function asWritten({ statusCode, headers, body }: Dispatcher.ResponseData): HopAnswer {
  if (statusCode !== 200 || !saysCompressed(headers)) return { statusCode, headers, body };
  const {
    'content-encoding': _encoding,
    'content-length': _length,
    'accept-ranges': _ranges,
    ...others
  } = headers;
  return { statusCode, headers: others, body: decodeBody(headers, body) };
}
