/** Every fixture of every dialect, within the dialect: reading, writing, and streams cut at every byte. */
import { describe, expect, test } from 'vitest';
import { foldReply } from '../canon/fold.ts';
import { recordLosses } from '../canon/losses.ts';
import { codecs } from '../dialects/index.ts';
import { caseNames } from './cases.ts';
import { readFixtures } from './read-fixture.ts';
import {
  cutsOf,
  decodeStream,
  decodeWhole,
  framesOf,
  route,
  throughStream,
  throughWhole,
} from './run-codec.ts';

const target = { model: 'upstream-model', maxOutputTokens: 4_096 };

describe.each(codecs.map((codec) => [codec.name, codec] as const))('%s', (name, codec) => {
  const fixtures = readFixtures(name);

  test('has every case', () => {
    expect(fixtures.map((fixture) => fixture.name)).toEqual(expect.arrayContaining([...caseNames]));
  });

  describe.each(fixtures.map((fixture) => [fixture.name, fixture] as const))('%s', (_case, fixture) => {
    const { request, reply, stream, canon } = fixture;

    test('the request is read', () => {
      expect(codec.decodeRequest(request, route)).toEqual(canon.request);
    });

    test('the request is written, and says the same when it is read again', () => {
      const losses = recordLosses();
      const written = codec.encodeRequest(canon.request, target, losses);
      expect(losses.dropped).toEqual([]);
      const read = codec.decodeRequest(JSON.parse(JSON.stringify(written)), {
        ...route,
        model: target.model,
      });
      // The bound on output is demanded by some, and then written where the client left it out.
      const { maxOutputTokens = read.maxOutputTokens } = canon.request;
      expect(read).toEqual({ ...canon.request, model: target.model, maxOutputTokens });
    });

    test('the whole answer is read', () => {
      expect(foldReply(decodeWhole(codec, reply))).toEqual(canon.reply);
    });

    test('the streamed answer folds to the whole one', () => {
      expect(foldReply(decodeStream(codec, stream))).toEqual(canon.reply);
    });

    test('the stream says the same wherever it is cut', () => {
      const frames = framesOf([stream]).join('\0');
      for (const pieces of cutsOf(stream)) {
        expect(framesOf(pieces).join('\0'), `cut at byte ${pieces[0]?.length}`).toBe(frames);
      }
    });

    test('the answer is written, whole and streamed, and says the same', () => {
      expect(throughWhole(codec, canon.reply, canon.request)).toEqual(canon.reply);
      expect(throughStream(codec, decodeStream(codec, stream), canon.request)).toEqual(canon.reply);
    });
  });
});
