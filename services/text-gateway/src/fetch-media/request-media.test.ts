import { type BodyRoom, createBodyRoom } from '@headgate/runtime/bodies/body-room';
import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { beforeEach, describe, expect, test } from 'vitest';
import type { UserBlock } from '../canon/blocks.ts';
import type { CanonRequest } from '../canon/request.ts';
import { readTestLimits } from '../testing/test-serving.ts';
import type { FetchOrder } from './fetch-item.ts';
import type { FetchLimits, MediaFetcher } from './media-fetcher.ts';
import type { FetchResult } from './outcomes.ts';
import { createRequestMedia, type RequestMedia } from './request-media.ts';

const bytes = { kind: 'bytes' as const, mediaType: 'image/png', base64: 'iVBO' };
const fetched = { mediaType: 'image/png', base64: 'AAAA' };
let asked: { href: string; order: FetchOrder }[];
let room: BodyRoom;
let answer: (url: URL, order: FetchOrder) => FetchResult | Promise<FetchResult>;
beforeEach(() => {
  asked = [];
  answer = () => fetched;
});

function mediaWith(limits: Partial<FetchLimits> = {}): RequestMedia {
  const all = { ...readTestLimits(), ...limits };
  room = createBodyRoom(all.fetchMediaHeldBytes);
  const fetcher: MediaFetcher = {
    limits: all,
    async fetch(url, order) {
      asked.push({ href: url.href, order });
      return answer(url, order);
    },
    room,
  };
  return createRequestMedia(fetcher, new AbortController().signal, 1n);
}

function saying(...blocks: UserBlock[]): CanonRequest {
  return {
    model: 'm',
    instructions: [],
    turns: [{ from: 'user', blocks }],
    tools: [],
    stop: [],
    sampling: {},
    stream: false,
    includeUsage: false,
    extras: {},
  };
}

const image = (name: string): UserBlock => ({
  kind: 'image',
  source: { kind: 'url', url: `https://media.test/${name}` },
  detail: 'low',
});
const all = () => true;

test('what needs no fetching is the same request, at once', () => {
  const media = mediaWith();
  const request = saying(image('a'), { kind: 'image', source: bytes }, { kind: 'text', text: 'Hi' });
  expect(media.inline(request, undefined)).toBe(request);
  expect(media.inline(request, () => false)).toBe(request);
  const others = ['gs://bucket/a', 'ftp://media.test/a', 'no address'].map(
    (url): UserBlock => ({
      kind: 'image',
      source: { kind: 'url', url },
    }),
  );
  const elsewhere = saying(...others);
  expect(media.inline(elsewhere, all)).toBe(elsewhere);
  expect(asked).toEqual([]);
});

test('switched off, nothing is fetched', () => {
  const request = saying(image('a'));
  expect(mediaWith({ fetchMedia: false }).inline(request, all)).toBe(request);
});

test('bytes stand where the addresses stood, all else as it was', async () => {
  const result: UserBlock = {
    kind: 'tool-result',
    callId: 'c',
    blocks: [
      { kind: 'text', text: 'see' },
      { kind: 'image', source: { kind: 'url', url: 'https://media.test/b' } },
    ],
  };
  const request = saying(result, { kind: 'text', text: 'Hi' }, image('a'));
  const before = structuredClone(request);
  const inlined = await mediaWith().inline(request, all);
  expect(inlined.turns).toEqual([
    {
      from: 'user',
      blocks: [
        {
          ...result,
          blocks: [
            { kind: 'text', text: 'see' },
            { kind: 'image', source: { kind: 'bytes', ...fetched } },
          ],
        },
        { kind: 'text', text: 'Hi' },
        { kind: 'image', source: { kind: 'bytes', ...fetched }, detail: 'low' },
      ],
    },
  ]);
  expect(request).toEqual(before);
});

test('nothing is fetched twice: neither for a second upstream, nor at a second place', async () => {
  const media = mediaWith();
  await media.inline(saying(image('a'), image('a')), all);
  await media.inline(saying(image('a'), image('b')), all);
  expect(asked.map(({ href }) => href)).toEqual(['https://media.test/a', 'https://media.test/b']);
});

test('what could not be fetched is named by its number, not by its address', async () => {
  answer = ({ pathname }) => (pathname === '/bad' ? { failure: 'not_public' } : fetched);
  const file: UserBlock = { kind: 'file', source: bytes };
  const request = saying(file, { kind: 'image', source: bytes }, image('a'), image('bad'));
  await expect(mediaWith().inline(request, all)).rejects.toMatchObject({
    what: 'image',
    message: 'Image 3 could not be fetched: its host has no public address.',
  });
});

describe('limits', () => {
  test('of a thing and of the request count what has come', async () => {
    const media = mediaWith({ fetchMediaItemBytes: 10, fetchMediaRequestBytes: 15 });
    await media.inline(saying(image('a'), image('b')), all);
    const [one, other] = asked.map(({ order }) => order.grow);
    expect([one?.(10, 10), one?.(11, 1), other?.(5, 5), other?.(6, 1)]).toEqual([
      undefined,
      'too_large',
      undefined,
      'too_much',
    ]);
  });

  test('of things are of different ones', async () => {
    const media = mediaWith({ fetchMediaItems: 2 });
    await media.inline(saying(image('a'), image('b'), image('a')), all);
    await expect(media.inline(saying(image('c')), all)).rejects.toMatchObject({
      message: expect.stringContaining('too much'),
    });
    expect(asked).toHaveLength(2);
  });

  test('of the process leave some to other users, and are let go when the request is over', async () => {
    const media = mediaWith({ fetchMediaHeldBytes: 400_000 });
    await media.inline(saying(image('a')), all);
    const grow = asked[0]?.order.grow;
    expect([grow?.(300_000, 300_000), grow?.(300_001, 1)]).toEqual([undefined, 'busy']);
    expect(room.enter(2n).grow(90_000)).toBeUndefined();
    media.release();
    media.release();
    expect(room.heldBytes()).toBe(90_000);
    expect(grow?.(1, 1)).toBe('gone');
    expect(asked[0]?.order.signal.aborted).toBe(true);
  });

  test('of the process are nobody’s fault: they are answered with 429', async () => {
    answer = () => ({ failure: 'busy' });
    const refused = await Promise.resolve(mediaWith().inline(saying(image('a')), all)).catch(faultOf);
    expect(refused).toMatchObject({ status: 429, retryAfterMs: 1_000 });
  });
});

test('one that fails is told before the others have come', async () => {
  const waiting = Promise.withResolvers<FetchResult>();
  answer = ({ pathname }) => (pathname === '/bad' ? { failure: 'bad_type' } : waiting.promise);
  const media = mediaWith();
  await expect(media.inline(saying(image('slow'), image('bad')), all)).rejects.toThrow('Image 2');
  media.release();
  expect(asked[0]?.order.signal.aborted).toBe(true);
});
