/** Styles that upstreams alone speak: their own fixtures, and the requests of every client written in them. */
import { describe, expect, test } from 'vitest';
import { foldReply } from '../canon/fold.ts';
import { RefusedContent, recordLosses } from '../canon/losses.ts';
import { codecs } from '../dialects/index.ts';
import { caseNames } from './cases.ts';
import { readFixtures } from './read-fixture.ts';
import { decodeStream, decodeWhole } from './run-codec.ts';
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
    const decode = (pieces: Iterable<Buffer>) => decodeStream(codec, pieces, framing);

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
      expect(foldReply(decode([stream]))).toEqual(canon.reply);
    });

    test('the stream says the same wherever it is cut', () => {
      const events = decode([stream]);
      for (let at = 1; at < stream.length; at += 1)
        expect(decode([stream.subarray(0, at), stream.subarray(at)]), `cut at byte ${at}`).toEqual(events);
      expect(decode(Array.from(stream, (_, at) => stream.subarray(at, at + 1)))).toEqual(events);
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
});
