/** Styles that upstreams alone speak: their own fixtures, and the requests of every client written in them. */
import { describe, expect, test } from 'vitest';
import { foldReply } from '../canon/fold.ts';
import { RefusedContent, recordLosses } from '../canon/losses.ts';
import { codecs } from '../dialects/index.ts';
import { carriedBy } from './carried-by/index.ts';
import { caseNames } from './cases.ts';
import { repliesLike, streamsLike } from './looks-like.ts';
import { readFixtures } from './read-fixture.ts';
import {
  callOf,
  cutsOf,
  decodeStream,
  decodeWhole,
  framesOf,
  throughStream,
  throughWhole,
} from './run-codec.ts';
import { isRefused, saidIn, wordsOf } from './said-in.ts';
import { upstreamOnly } from './upstream-only.ts';

describe.each(upstreamOnly)('$name', ({ name, codec, framing, model, lacks }) => {
  const fixtures = readFixtures(name);
  const target = { model, maxOutputTokens: 4_096 };

  test('has every case that it does not refuse', () => {
    expect(fixtures.map((fixture) => fixture.name)).toEqual(caseNames.filter((one) => !lacks.includes(one)));
  });

  describe.each(fixtures.map((fixture) => [fixture.name, fixture] as const))('%s', (_case, fixture) => {
    const { request, reply, stream, canon } = fixture;

    test('the request is written, and nothing is lost', () => {
      const losses = recordLosses();
      const written = codec.encodeRequest(canon.request, target, losses);
      expect(JSON.parse(JSON.stringify(written))).toEqual(request);
      expect([...losses.dropped, ...losses.approximated]).toEqual([]);
    });

    test('the whole answer is read', () => {
      expect(foldReply(decodeWhole(codec, reply))).toEqual(canon.reply);
    });

    test('the streamed answer folds to the whole one', () => {
      expect(foldReply(decodeStream(codec, stream, framing))).toEqual(canon.reply);
    });

    test('the stream says the same wherever it is cut', () => {
      const frames = framesOf([stream], framing).join('\0');
      for (const pieces of cutsOf(stream)) {
        expect(framesOf(pieces, framing).join('\0'), `cut at byte ${pieces[0]?.length}`).toBe(frames);
      }
    });
  });

  describe.each(codecs.map((client) => client.name))('for clients of %s', (client) => {
    test.each(readFixtures(client))(
      'the request of $name arrives, or is refused',
      ({ canon: { request } }) => {
        const write = () => codec.encodeRequest(request, target, recordLosses());
        if (isRefused(request)) return expect(write).toThrow(RefusedContent);
        expect(saidIn(JSON.parse(JSON.stringify(write())))).toEqual(expect.arrayContaining(wordsOf(request)));
      },
    );
  });

  describe.each(codecs)('to clients of $name', (client) => {
    test.each(fixtures)('the answer of $name arrives, whole and streamed', ({ canon, reply, stream }) => {
      const expected = carriedBy[client.name].reply(canon.reply);
      const asked = { ...canon.request, model: 'client-model', includeUsage: true };
      expect(throughWhole(client, foldReply(decodeWhole(codec, reply)), asked)).toEqual(expected);
      const events = decodeStream(codec, stream, framing);
      expect(throughStream(client, events, { ...asked, stream: true })).toEqual(expected);
    });

    test('an answer looks like the client’s dialect, and like no other', () => {
      for (const { canon, reply } of fixtures) {
        const call = callOf({ ...canon.request, model: 'client-model' });
        expect(repliesLike(client.encodeReply(canon.reply, call))).toEqual([client.name]);
        const encoder = client.createStreamEncoder(call);
        const pieces = decodeWhole(codec, reply).map((event) => encoder.push(event));
        expect(streamsLike(pieces.join(''))).toEqual([client.name]);
      }
    });
  });
});
