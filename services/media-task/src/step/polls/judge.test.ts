/** What every kind of answer to a poll leads to, by way of an adapter that reads it as any does. */
import { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { describe, expect, test } from 'vitest';
import { namesOf } from '../../call/names-of.ts';
import { SendError, type VendorAnswer } from '../../call/send.ts';
import type { Result, Task, Trouble } from '../../task/task.ts';
import { testAccount } from '../../testing/test-media.ts';
import { openAiVideos } from '../../upstreams/open-ai-videos.ts';
import { type Finding, judge, type Verdict } from './judge.ts';

const pollMs = 5_000;
const names = namesOf(testAccount, { model: 'film', upstreamModel: 'sora-2' });

function taskWith(trouble: Trouble | null): Task & { upstreamId: string } {
  const task: Partial<Task> = {
    state: 'running',
    upstreamId: 'video_1',
    usage: Usage.fromPartial({ calls: 1n }),
    trouble,
    createdAt: 0,
    submittedAt: 0,
  };
  return task as Task & { upstreamId: string };
}

type Said = Partial<VendorAnswer> | Error;

function json(status: number, body: object, headers: Record<string, string> = {}): Said {
  return { status, headers, body: Buffer.from(JSON.stringify(body)) };
}

const coded = (status: number, code: string | null) => json(status, { error: { code, message: 'No.' } });

/** What was found short of success. */
async function find(
  task: Task & { upstreamId: string },
  said: Said,
): Promise<Exclude<Finding, { kind: 'succeeded' }>> {
  try {
    const found = await openAiVideos.poll(task, testAccount, async () => {
      if (said instanceof Error) throw said;
      return { status: 200, headers: {}, body: Buffer.alloc(0), ...said };
    });
    if (found.kind !== 'succeeded') return found;
  } catch (error) {
    return { kind: 'error', error };
  }
  throw new Error('it has succeeded');
}

/** What follows after the same answer was given so many times, one after the other. */
async function judgeAfter(said: Said, times: number, before: Trouble | null = null): Promise<Verdict> {
  let trouble = before;
  for (let time = 1; ; time += 1) {
    const task = taskWith(trouble);
    const verdict = judge(task, await find(task, said), { pollMs, nowMs: 1_000, names });
    if (time === times || verdict.kind === 'ends')
      return { ...verdict, ...(time < times && { early: time }) };
    trouble = verdict.changes.trouble ?? null;
  }
}

function failedAs(code: string): object {
  return { kind: 'ends', ending: { state: 'failed', failure: { code } } };
}

describe('a poll that could be a moment’s trouble', () => {
  const momentary: [string, Said][] = [
    ['HTML under 200', { body: Buffer.from('<html>Welcome</html>') }],
    ['half an answer', { body: Buffer.from('{"status":') }],
    ['nothing', {}],
    ['a word that nobody knows', json(200, { status: 'reticulating' })],
    ['no word', json(200, { id: 'video_1' })],
    ['an empty word', json(200, { status: '' })],
    ['a redirect', { status: 302, headers: { location: 'https://login.test/' } }],
    ['401', coded(401, 'invalid_api_key')],
    ['403', coded(403, null)],
    ['408', coded(408, null)],
    ['409', coded(409, null)],
    ['425', coded(425, null)],
    ['429', coded(429, 'rate_limit_exceeded')],
    ['a limit under 400', coded(400, 'rate_limit_exceeded')],
    ['500', coded(500, null)],
    ['HTML under 404', { status: 404, body: Buffer.from('<html>Not found</html>') }],
    ['the JSON of a proxy under 404', json(404, { message: 'no Route matched with those values' })],
    ['nothing under 404', { status: 404 }],
    ['HTML under 400', { status: 400, body: Buffer.from('<html>Bad request</html>') }],
    ['HTML under 502', { status: 502, body: Buffer.from('<html>Bad gateway</html>') }],
    ['503', coded(503, null)],
    ['a connection that broke', new SendError('broken', true)],
  ];

  test.each(momentary)('ends nothing, however often it comes: %s', async (_name, said) => {
    expect(await judgeAfter(said, 50)).toMatchObject({ kind: 'goes-on', to: 'running' });
  });

  test('is tried again later each time, up to a minute', async () => {
    const pauses: number[] = [];
    for (const times of [1, 2, 3, 4, 5, 20]) {
      const verdict = await judgeAfter(coded(503, null), times);
      pauses.push(verdict.kind === 'goes-on' ? verdict.changes.dueInMs : 0);
    }
    for (const [index, usual] of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000].entries()) {
      expect(Math.abs((pauses[index] ?? 0) - usual)).toBeLessThanOrEqual(0.2 * usual);
    }
  });

  test('is not tried again before the vendor wants it', async () => {
    const busy = json(429, { error: { message: 'No.' } }, { 'retry-after': '90' });
    const verdict = await judgeAfter(busy, 1);
    expect(verdict).toMatchObject({ kind: 'goes-on', changes: { trouble: { kind: 'transient' } } });
    expect(verdict.kind === 'goes-on' && verdict.changes.dueInMs).toBeGreaterThanOrEqual(90_000);
  });
});

describe('a poll that may be the vendor’s last word', () => {
  const thirdTime: [string, Said, number, string][] = [
    ['400 for no reason that is known', coded(400, 'invalid_value'), 3, 'invalid_parameter'],
    ['422', coded(422, null), 3, 'invalid_parameter'],
  ];

  test.each(thirdTime)('is believed at last: %s', async (_name, said, patience, code) => {
    expect(await judgeAfter(said, patience - 1)).toMatchObject({ kind: 'goes-on', to: 'running' });
    expect(await judgeAfter(said, patience)).toMatchObject(failedAs(code));
  });

  test('that a task is missing is asked again after as long as a vendor’s tables may lag', async () => {
    const first = await judgeAfter(coded(404, null), 1);
    const second = await judgeAfter(coded(404, null), 2);
    for (const verdict of [first, second]) {
      expect(verdict.kind === 'goes-on' && verdict.changes.dueInMs).toBeGreaterThanOrEqual(2 * pollMs);
    }
  });

  test('that a task is missing is believed after five minutes, and of three looks', async () => {
    const minuteMs = 60_000;
    const hear = async (count: number, nowMs: number): Promise<Verdict> => {
      const task = taskWith({ kind: 'missing', count, sinceMs: 0 });
      return judge(task, await find(task, coded(404, null)), { pollMs, nowMs, names });
    };
    for (const early of [await hear(20, 5 * minuteMs), await hear(1, 24 * 60 * minuteMs)])
      expect(early).toMatchObject({ kind: 'goes-on', to: 'running', changes: { trouble: { sinceMs: 0 } } });
    expect(await hear(2, 5 * minuteMs + 1)).toMatchObject(failedAs('upstream_unavailable'));
  });

  test('that a list leaves a task out is not believed of two looks, however far they are apart', () => {
    const missed = (count: number) => taskWith({ kind: 'missing', count, sinceMs: 0 });
    const late = { pollMs, nowMs: 24 * 3_600_000, names };
    expect(judge(missed(1), { kind: 'missing' }, late)).toMatchObject({ kind: 'goes-on', to: 'running' });
    expect(judge(missed(2), { kind: 'missing' }, late)).toMatchObject(failedAs('upstream_unavailable'));
  });

  test('counts anew after any other trouble', async () => {
    const twice = { kind: 'refused', count: 2, sinceMs: 0 } as const;
    expect(await judgeAfter(coded(404, null), 1, twice)).toMatchObject({
      kind: 'goes-on',
      changes: { trouble: { kind: 'missing', count: 1 } },
    });
  });

  test('is forgotten once the vendor says how the task stands', async () => {
    const twice = { kind: 'missing', count: 2, sinceMs: 0 } as const;
    expect(await judgeAfter(json(200, { status: 'in_progress' }), 1, twice)).toMatchObject({
      kind: 'goes-on',
      changes: { trouble: null },
    });
  });
});

describe('success', () => {
  const nothing: Result = { media: [] };
  const finding = { kind: 'succeeded' as const, result: nothing };
  const emptyAfter = (count: number): Verdict =>
    judge(taskWith(count === 0 ? null : { kind: 'empty', count, sinceMs: 0 }), finding, {
      pollMs,
      nowMs: 1,
      names,
    });

  test('without a result is asked for again, and is a failure in the end', () => {
    for (const count of [0, 1, 2, 3])
      expect(emptyAfter(count)).toMatchObject({ kind: 'goes-on', to: 'running' });
    expect(emptyAfter(4)).toMatchObject(failedAs('empty_result'));
  });

  test('with one ends the task, with what the vendor counted', () => {
    const usage = Usage.fromPartial({ calls: 1n, outputVisible: 108_000n });
    const result: Result = { media: [{ kind: 'video' }] };
    expect(judge(taskWith(null), { kind: 'succeeded', result, usage }, { pollMs, nowMs: 1, names })).toEqual({
      kind: 'ends',
      ending: { state: 'succeeded', result, usage },
    });
  });
});

describe('success that is heard of late, while no worker looked', () => {
  const [deadlineAt, nowMs] = [1_000, 2_000];
  const late = { ...taskWith(null), deadlineAt };
  const hear = (expiresAt: number | undefined, task: Task = late): Verdict => {
    const media = [{ kind: 'video' as const, ...(expiresAt !== undefined && { expiresAt }) }];
    return judge(task, { kind: 'succeeded', result: { media } }, { pollMs, nowMs, names });
  };

  test('is none, and costs nothing, where all that was made is gone', () => {
    expect(hear(nowMs - 1)).toMatchObject(failedAs('result_expired'));
  });

  test('is one where something is still there, or may be', () => {
    for (const expiresAt of [nowMs + 1, undefined])
      expect(hear(expiresAt)).toMatchObject({ kind: 'ends', ending: { state: 'succeeded' } });
  });

  test('before its time was over, its vendor’s clock is not believed', () => {
    const early = { ...late, deadlineAt: nowMs + 1 };
    expect(hear(nowMs - 1, early)).toMatchObject({ kind: 'ends', ending: { state: 'succeeded' } });
  });
});

describe('a failure', () => {
  test('in the vendor’s word ends the task, with a message that tells nothing of the vendor', async () => {
    const message = 'Job 8f14e45fceea167a5a36 of video_1 failed, see https://errors.vendor.test/8f14';
    const said = json(200, { status: 'failed', error: { code: 'server_error', message } });
    const verdict = await judgeAfter(said, 1);
    expect(verdict).toMatchObject(failedAs('internal_error'));
    expect(JSON.stringify(verdict)).not.toMatch(/8f14|vendor|video_1/);
  });

  test('is told without the credential and the place of whoever was asked, however they look', async () => {
    const message = 'THE-KEY of Vendor.Test cannot reach mill.corp.internal:8080 for sora-2';
    const said = json(200, { status: 'failed', error: { code: 'server_error', message } });
    expect(await judgeAfter(said, 1)).toMatchObject({
      ending: { failure: { message: '[...] of [...] cannot reach [...] for [...]' } },
    });
  });

  test('for what is shown ends the task at once, under 400 as well', async () => {
    expect(await judgeAfter(coded(400, 'moderation_blocked'), 1)).toMatchObject(
      failedAs('content_policy_violation'),
    );
  });
});
