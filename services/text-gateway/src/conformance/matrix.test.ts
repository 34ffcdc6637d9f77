/**
 * Every client over every upstream: requests of the one written for the other, answers of the other written for the
 * one, whole and streamed. What arrives is what was said, but for the losses that `carried-by/` declares.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { RefusedContent } from '../canon/losses.ts';
import { dialects } from '../dialects/index.ts';
import type { Carried } from './carried.ts';
import { carriedBy } from './carried-by/index.ts';
import { type Cell, cells, target } from './cell.ts';
import { gistOf } from './gist.ts';
import { repliesLike, streamsLike } from './looks-like.ts';
import { type CaseCount, describeMatrix, nameOf } from './matrix-table.ts';
import { readFixtures } from './read-fixture.ts';
import { callOf, ids } from './run-codec.ts';

const leastCases = 12;
const walked = new Map(cells.map((cell) => [nameOf(cell), { requests: 0, answers: 0 }]));

function countOf(cell: Pick<Cell, 'client' | 'upstream'>): CaseCount {
  return walked.get(nameOf(cell)) ?? { requests: 0, answers: 0 };
}

/** Bytes that pass lose nothing. */
const everything: Carried = { request: (request) => request, reply: (reply) => reply };

function carried({ client, upstream }: Cell, by: 'client' | 'upstream'): Carried {
  return client === upstream ? everything : carriedBy[by === 'client' ? client : upstream];
}

describe.each(cells)('$client over $upstream', (cell) => {
  const { client, upstream } = cell;

  test.each(readFixtures(client))('the request of $name arrives', ({ canon: { request }, request: body }) => {
    const expected = carried(cell, 'upstream').request(request);
    if (expected === undefined) {
      expect(() => cell.ask(request, body)).toThrow(RefusedContent);
    } else {
      const read = cell.ask(request, body);
      const { maxOutputTokens = read.maxOutputTokens } = expected;
      expect(read).toEqual({ ...expected, model: target.model, stream: read.stream, maxOutputTokens });
    }
    countOf(cell).requests += 1;
  });

  test.each(readFixtures(upstream))('the answer of $name arrives, whole and streamed', (fixture) => {
    const { reply, request } = fixture.canon;
    const expected = carried(cell, 'client').reply(reply);
    // Of thoughts generateContent carries those that are asked for.
    const reasoning = { ...request.reasoning, isShown: true };
    const asked = { ...request, reasoning, model: 'client-model', includeUsage: true };
    expect(cell.whole(fixture, asked)).toEqual(expected);
    expect(cell.streamed(fixture, { ...asked, stream: true })).toEqual(expected);
    countOf(cell).answers += 1;
  });

  test('text, calls of tools, usage and an ending are never among the losses', () => {
    for (const { canon } of readFixtures(upstream)) {
      expect(gistOf(carried(cell, 'client').reply(canon.reply))).toEqual(gistOf(canon.reply));
    }
  });

  if (client === upstream) return;
  test('an answer looks like the client’s dialect, and like no other', () => {
    const [to, from] = [dialects[client].codec, dialects[upstream].codec];
    for (const { canon } of readFixtures(upstream)) {
      const call = callOf({ ...canon.request, model: 'client-model' });
      const body = to.encodeReply(canon.reply, call);
      expect(repliesLike(body)).toEqual([client]);
      const encoder = to.createStreamEncoder(call);
      const events = from.decodeReply(from.encodeReply(canon.reply, call), ids);
      const text = events.map((event) => encoder.push(event)).join('');
      expect(streamsLike(text)).toEqual([client]);
      for (const said of [JSON.stringify(body), text]) expect(said).not.toContain('upstream-model');
    }
  });
});

afterAll(() => {
  const table = describeMatrix(countOf).join('\n');
  process.stdout.write(`requests + answers, each answer whole and streamed:\n${table}\n`);
  for (const [name, counted] of walked) {
    expect(Math.min(counted.requests, counted.answers), name).toBeGreaterThanOrEqual(leastCases);
  }
});
