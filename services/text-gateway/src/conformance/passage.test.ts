/** Every fixture of every dialect as bytes that pass: nothing changes but what the closed list names. */
import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { describe, expect, test } from 'vitest';
import { dialects } from '../dialects/index.ts';
import type { Passage, Tap, TapOptions } from '../dialects/passage.ts';
import { createSseSplitter } from '../sse.ts';
import { readFixtures } from './read-fixture.ts';
import { route } from './run-codec.ts';

const passages = Object.values(dialects).map(({ name, passage }) => [name, passage] as const);
const unmapped: TapOptions = { model: undefined, dropUsage: false, choices: 1 };

function passStream(passage: Passage, stream: Buffer, options: TapOptions): { tap: Tap; sent: string } {
  const tap = passage.createTap(options);
  const splitter = createSseSplitter(1024 * 1024);
  const frames = [...splitter.push(stream), ...splitter.end()];
  return { tap, sent: frames.map((frame) => tap.see(frame)?.toString('utf8') ?? '').join('') };
}

describe.each(passages)('%s', (name, passage) => {
  const fixtures = readFixtures(name);
  // Responses get the totals under two more names; nothing else is ever added.
  const added = /"prompt_tokens":\d+,"completion_tokens":\d+,/g;
  const withoutAdded = (text: string): string => (name === 'responses' ? text.replace(added, '') : text);
  const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

  test.each(fixtures)('the request of $name passes as it is', ({ request, canon }) => {
    const body = bytesOf(request);
    const read = passage.readRequest(body, { ...route, stream: canon.request.stream });
    expect(read).toMatchObject({ model: canon.request.model, stream: canon.request.stream });
    const { model } = read;
    expect(read.passTo({ model, usageOnRequest: false }).body.equals(body)).toBe(true);
  });

  test.each(fixtures)('the stream of $name passes as it is, and its usage is read', ({ stream, canon }) => {
    const { tap, sent } = passStream(passage, stream, unmapped);
    expect(withoutAdded(sent)).toBe(stream.toString('utf8'));
    expect(tap.usage).toEqual(canon.reply.usage);
    expect(tap.isDone || tap.hasFinished).toBe(true);
    expect(tap.error).toBeUndefined();
  });

  test.each(fixtures)(
    'the whole answer of $name passes as it is, and its usage is read',
    ({ reply, canon }) => {
      const bytes = bytesOf(reply);
      const { body, usage, error } = passage.readWhole(bytes, undefined);
      expect(withoutAdded(body.toString('utf8'))).toBe(bytes.toString('utf8'));
      expect(usage).toEqual(canon.reply.usage);
      expect(error).toBeUndefined();
    },
  );

  test('a mapped model is answered under the requested name, everywhere', () => {
    for (const { stream, reply } of fixtures) {
      const bytes = bytesOf(reply);
      const own = /"model(?:Version)?":"([^"]+)"/.exec(bytes.toString('utf8'))?.[1];
      if (own === undefined) throw new Error('the fixture names no model');
      const named = passage.readWhole(bytes, 'fast').body.toString('utf8');
      const { sent } = passStream(passage, stream, { ...unmapped, model: 'fast' });
      for (const text of [named, sent]) {
        expect(text).toContain('"fast"');
        expect(text).not.toContain(`"${own}"`);
      }
    }
  });

  test('the end is seen with the last frame and not before', () => {
    for (const { stream } of fixtures) {
      const splitter = createSseSplitter(1024 * 1024);
      const frames = [...splitter.push(stream), ...splitter.end()].filter(({ data }) => data.length > 0);
      const tap = passage.createTap(unmapped);
      for (const [index, frame] of frames.entries()) {
        expect(tap.isDone).toBe(false);
        tap.see(frame);
        // Whether a lone frame is all of a stream, the dialect need not tell.
        if (index === frames.length - 1)
          expect(frames.length === 1 ? tap.hasFinished || tap.isDone : tap.isDone).toBe(true);
      }
    }
  });

  test.each(['<html>', '[1]', '{"a":'])('%s in a stream is nothing of the dialect', (data) => {
    expect(() => passStream(passage, Buffer.from(`data: ${data}\n\n`), unmapped)).toThrow();
  });

  test.each(['', 'Bad Gateway', '{"ok":true}', '[1]'])('%j is no whole answer', (text) => {
    expect(() => passage.readWhole(Buffer.from(text), undefined)).toThrow();
  });

  test.each([
    '',
    '[]',
    'null',
    '{',
    '{"a":1,"a":2}',
    '{"model":5,"messages":5,"input":5,"contents":5}',
    '{}',
  ])('%j is no request', (text) => {
    let error: unknown;
    try {
      passage.readRequest(Buffer.from(text), { ...route, model: 'm' });
    } catch (cause) {
      error = cause;
    }
    expect(faultOf(error)).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  test('its error frame is whole, and tells of an error', () => {
    const answer = { requestId: 'request', answerId: undefined, model: 'm', createdAt: 0 };
    const refusal = {
      ...{
        status: 502,
        code: 'upstream_cut',
        type: 'upstream_error',
        param: '',
        message: 'The answer broke off.',
      },
      ...{
        retryAfterMs: 0,
        permanent: false,
        notStarted: false,
        ofClient: false,
        reason: '',
        reasonValues: {},
        problems: [],
      },
    };
    const frame = passage.encodeErrorFrame(refusal, answer);
    const splitter = createSseSplitter(1024);
    const frames = splitter.push(frame);
    expect(frames).toHaveLength(name === 'responses' ? 2 : 1);
    expect(splitter.end()).toEqual([]);
    const tap = passage.createTap(unmapped);
    for (const sent of frames) tap.see(sent);
    expect(tap.error).toBeTruthy();
    expect(frame.toString()).toContain('The answer broke off.');
  });
});
