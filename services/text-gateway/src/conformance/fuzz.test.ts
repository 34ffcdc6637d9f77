/**
 * Requests and answers that were changed at random. A request is taken or refused with a fault for its client; an answer
 * is taken or refused with an error; nothing else is ever thrown, and what is written can be read again.
 * HEADGATE_TEST_SEED and HEADGATE_TEST_STEPS repeat a run or make it longer.
 */
import { FaultError } from '@headgate/runtime/errors';
import { describe, expect, test } from 'vitest';
import type { ReplyEvent } from '../canon/events.ts';
import { foldReply } from '../canon/fold.ts';
import { RefusedContent, recordLosses } from '../canon/losses.ts';
import type { CanonRequest } from '../canon/request.ts';
import type { Codec, UpstreamCodec } from '../dialects/codec.ts';
import { codecs, dialects } from '../dialects/index.ts';
import type { CreateFrameSplitter } from '../frames.ts';
import { createSseSplitter } from '../sse.ts';
import { createGrammar, GrammarError } from './grammar.ts';
import { mutate, type Random, seededRandom } from './mutate.ts';
import { type Fixture, readFixtures } from './read-fixture.ts';
import { callOf, ids, route } from './run-codec.ts';
import { upstreamOnly } from './upstream-only.ts';

const seed = Number(process.env.HEADGATE_TEST_SEED ?? Date.now() % 1_000_000_000);
const steps = Number(process.env.HEADGATE_TEST_STEPS ?? 24_000);
const target = { model: 'upstream-model', maxOutputTokens: 4_096 };

/** Runs a step and names the seed when something is thrown that nobody expects. */
function expectOnly(allowed: (error: unknown) => boolean, what: unknown, run: () => void): boolean {
  try {
    run();
    return true;
  } catch (error) {
    if (allowed(error)) return false;
    throw new Error(`seed ${seed}: ${JSON.stringify(what)?.slice(0, 2_000)}`, { cause: error });
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof RefusedContent || (error instanceof FaultError && error.fault.status === 400);
const defects = [TypeError, RangeError, GrammarError];

/** Defects show themselves by these; a decoder that cannot read says so in words of its own. */
const isNoDefect = (error: unknown): boolean =>
  error instanceof Error && !defects.some((defect) => error instanceof defect);

function tryRequest(codec: Codec, body: unknown): boolean {
  const bytes = Buffer.from(JSON.stringify(body) ?? '');
  let request: CanonRequest | undefined;
  const isRead = expectOnly(isRefusal, body, () => {
    dialects[codec.name].passage.readRequest(bytes, route).passTo({ model: 'm', usageOnRequest: true });
    request = codec.decodeRequest(JSON.parse(bytes.toString('utf8')), route);
  });
  if (!isRead || !request) return false;
  for (const upstream of [...codecs, ...upstreamOnly.map((style) => style.codec)]) {
    const decoded = request;
    expectOnly(isRefusal, body, () => {
      JSON.stringify(upstream.encodeRequest(decoded, target, recordLosses()));
    });
  }
  return true;
}

/** Throws where events have no place; an answer may lack its end. */
function keepGrammar(events: readonly ReplyEvent[]): void {
  const grammar = createGrammar();
  for (const event of events) grammar.see(event);
}

function tryReply(codec: UpstreamCodec, { canon }: Fixture, body: unknown): boolean {
  return expectOnly(isNoDefect, body, () => {
    const events = codec.decodeReply(body, ids);
    keepGrammar(events);
    const reply = foldReply(events);
    for (const client of codecs) JSON.stringify(client.encodeReply(reply, callOf(canon.request)));
  });
}

function tryStream(
  codec: UpstreamCodec,
  framing: CreateFrameSplitter,
  { stream, canon }: Fixture,
  random: Random,
): boolean {
  const frames = framing(1024 * 1024)
    .push(stream)
    .map(({ data }) => data.toString('utf8'))
    .filter((data) => data !== '');
  const changed = random.below(frames.length);
  const events = frames.map((data, index) => {
    if (index !== changed || data === '[DONE]') return data;
    return JSON.stringify(mutate(JSON.parse(data), random));
  });
  return expectOnly(isNoDefect, events[changed], () => {
    const decoder = codec.createStreamDecoder(ids);
    const encoders = codecs.map((client) => client.createStreamEncoder(callOf(canon.request)));
    const decoded = [...events.flatMap((data) => decoder.push(data)), ...decoder.end()];
    keepGrammar(decoded);
    for (const encoder of encoders) for (const event of decoded) encoder.push(event);
  });
}

describe.each(codecs.map((codec) => [codec.name, codec] as const))('%s', (name, codec) => {
  const fixtures = readFixtures(name);
  const each = Math.ceil(steps / codecs.length / 3);

  test.each([
    ['requests', (fixture: Fixture, random: Random) => tryRequest(codec, mutate(fixture.request, random))],
    [
      'answers',
      (fixture: Fixture, random: Random) => tryReply(codec, fixture, mutate(fixture.reply, random)),
    ],
    ['streams', (fixture: Fixture, random: Random) => tryStream(codec, createSseSplitter, fixture, random)],
  ] as const)(
    'changed %s do no harm',
    (_, run) => {
      const random = seededRandom(seed);
      let taken = 0;
      for (let step = 0; step < each; step += 1) {
        const fixture = fixtures[step % fixtures.length];
        if (fixture && run(fixture, random)) taken += 1;
      }
      // Changes that leave nothing to be read would test nothing.
      expect(taken).toBeGreaterThan(each / 20);
    },
    120_000,
  );
});

describe.each(upstreamOnly)('$name', ({ name, codec, framing }) => {
  const fixtures = readFixtures(name);
  const each = Math.ceil(steps / codecs.length / 6);

  test('changed answers and streams do no harm', () => {
    const random = seededRandom(seed);
    let taken = 0;
    for (let step = 0; step < each; step += 1) {
      const fixture = fixtures[step % fixtures.length];
      if (fixture && tryReply(codec, fixture, mutate(fixture.reply, random))) taken += 1;
      if (fixture && tryStream(codec, framing, fixture, random)) taken += 1;
    }
    expect(taken).toBeGreaterThan(each / 10);
  }, 120_000);
});
