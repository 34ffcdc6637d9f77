import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { type OpenStream, StreamError } from '../call/open-stream.ts';
import type { ContentSource } from '../upstreams/upstream.ts';
import { openAsAny } from './open-as-any.ts';

function streamOf(status: number): OpenStream {
  // The body is read by nobody here.
  return { status, headers: {}, body: Readable.from([]) as OpenStream['body'], close: vi.fn<() => void>() };
}

const sourceOf = (key: string): ContentSource => ({ url: 'https://files.test/1', headers: { key } });

/** Opens a result that two other keys may open; each is answered so. */
function openWith(said: Record<string, OpenStream | Error>): Promise<OpenStream> {
  return openAsAny(
    sourceOf('own'),
    async () => [sourceOf('first'), sourceOf('second')],
    async ({ headers: { key = '' } }) => {
      const answer = said[key];
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error(`${key} was asked`);
      return answer;
    },
  );
}

test('a key that is not answered leaves a result to the next one', async () => {
  const own = streamOf(401);
  const second = streamOf(200);
  const opened = await openWith({ own, first: new StreamError('no answer'), second });
  expect(opened).toBe(second);
  expect(own.close).toHaveBeenCalledOnce();
});

test('where no other key is answered what the own one brought stands', async () => {
  const own = streamOf(403);
  const second = streamOf(404);
  expect(await openWith({ own, first: new StreamError('no answer'), second })).toBe(own);
  expect(own.close).not.toHaveBeenCalled();
  expect(second.close).toHaveBeenCalledOnce();
});

test('a key that does not know a result leaves it to the others: where its own is lost it may be of another account', async () => {
  const second = streamOf(200);
  expect(await openWith({ own: streamOf(404), first: streamOf(404), second })).toBe(second);
});

test('no other key is tried where the own one is not refused', async () => {
  const own = streamOf(500);
  expect(await openWith({ own })).toBe(own);
});
