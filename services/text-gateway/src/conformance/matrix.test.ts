/**
 * Every client over every upstream: requests of the one written for the other, answers of the other written for the
 * one, whole and streamed. What arrives is what was said, but for the losses that `carried-by/` declares.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { foldReply } from '../canon/fold.ts';
import { RefusedContent, recordLosses } from '../canon/losses.ts';
import type { Codec } from '../dialects/codec.ts';
import { codecs } from '../dialects/index.ts';
import { createSseSplitter } from '../sse.ts';
import { carriedBy } from './carried-by/index.ts';
import { repliesLike, streamsLike } from './looks-like.ts';
import { readFixtures } from './read-fixture.ts';
import { callOf, decodeStream, decodeWhole, route, throughStream, throughWhole } from './run-codec.ts';
import { upstreamOnly } from './upstream-only.ts';

const target = { model: 'upstream-model', maxOutputTokens: 4_096 };
const cells = codecs.flatMap((client) =>
  codecs.filter((upstream) => upstream !== client).map((upstream) => ({ client, upstream })),
);
const answering = [
  ...codecs.map((codec) => ({ name: codec.name, codec, framing: createSseSplitter })),
  ...upstreamOnly,
];
const answers = codecs.flatMap((client) =>
  answering.filter(({ codec }) => codec !== client).map((upstream) => ({ client, upstream })),
);
const passed = new Map<string, number>();

function count(client: Codec, upstream: string): void {
  const cell = `${client.name} over ${upstream}`;
  passed.set(cell, (passed.get(cell) ?? 0) + 1);
}

describe.each(cells)('$client.name over $upstream.name', ({ client, upstream }) => {
  test.each(readFixtures(client.name))('the request of $name arrives', ({ canon: { request } }) => {
    const expected = carriedBy[upstream.name].request(request);
    const write = () => upstream.encodeRequest(request, target, recordLosses());
    if (expected === undefined) return expect(write).toThrow(RefusedContent);
    const body = JSON.parse(JSON.stringify(write()));
    const read = upstream.decodeRequest(body, { ...route, model: target.model });
    const { maxOutputTokens = read.maxOutputTokens } = expected;
    expect(read).toEqual({ ...expected, model: target.model, stream: read.stream, maxOutputTokens });
  });
});

describe.each(answers)('$client.name over $upstream.name', ({ client, upstream }) => {
  const { name, codec, framing } = upstream;

  test.each(readFixtures(name))('the answer of $name arrives, whole and streamed', (fixture) => {
    const { reply, request } = fixture.canon;
    const expected = carriedBy[client.name].reply(reply);
    const asked = { ...request, model: 'client-model', includeUsage: true };
    expect(throughWhole(client, foldReply(decodeWhole(codec, fixture.reply)), asked)).toEqual(expected);
    const events = decodeStream(codec, [fixture.stream], framing);
    expect(throughStream(client, events, { ...asked, stream: true })).toEqual(expected);
    count(client, name);
  });

  test('an answer looks like the client’s dialect, and like no other', () => {
    for (const { canon, reply } of readFixtures(name)) {
      const call = callOf({ ...canon.request, model: 'client-model' });
      const body = client.encodeReply(canon.reply, call);
      expect(repliesLike(body)).toEqual([client.name]);
      const encoder = client.createStreamEncoder(call);
      const text = decodeWhole(codec, reply)
        .map((event) => encoder.push(event))
        .join('');
      expect(streamsLike(text)).toEqual([client.name]);
      for (const said of [JSON.stringify(body), text]) expect(said).not.toContain('upstream-model');
    }
  });
});

afterAll(() => {
  const least = Math.min(...passed.values());
  process.stdout.write(`${passed.size} cells, at least ${least} cases in each, whole and streamed\n`);
  expect(passed.size).toBe(answers.length);
  expect(least).toBeGreaterThanOrEqual(12);
});
