/**
 * Random sequences of what each vendor may answer to polls, its own words and nonsense alike: clients see closed words,
 * progress that never falls, and 100 at the end alone.
 */
import { createHash } from 'node:crypto';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import type { VendorAnswer } from '../../call/send.ts';
import { eventOf } from '../../callbacks/event.ts';
import { toStoredWish } from '../../families/wish.ts';
import { failCodes } from '../../task/failure.ts';
import type { Task } from '../../task/task.ts';
import { baseUrl } from '../../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import type { Contract, Said } from '../../upstreams/contract/contract.ts';
import { contracts } from '../../upstreams/contract/contracts.ts';
import { showKlingTask } from '../../views/kling-task.ts';
import { showMjRecord } from '../../views/mj-record.ts';
import { showUnified } from '../../views/unified.ts';
import { showVideo } from '../../views/video-object.ts';
import { takeUp } from '../take-up.ts';

const seed = process.env.HEADGATE_TEST_SEED ?? String(Math.floor(Math.random() * 2 ** 31));
const rounds = 3;
const longest = 10;

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

type Pick = <T>(values: readonly T[]) => T;

/** Picks what a name repeats. */
function pickerOf(name: string): Pick {
  let count = 0;
  return (values) => {
    count += 1;
    const drawn = createHash('sha256').update(`${name} ${count}`).digest().readUInt32BE();
    const picked = values[drawn % values.length];
    if (picked === undefined) throw new Error('there is nothing to pick from');
    return picked;
  };
}

const anyProgress = [-5, 0, 7, 37, 62.5, 99, 100, 250, '30%', null];

/** What it says, with any number for progress. */
function disturb({ status = 200, headers = {}, json }: Said, pick: Pick): VendorAnswer {
  const text = JSON.stringify(json, (name, value: unknown) =>
    name.toLowerCase() === 'progress' ? pick(anyProgress) : value,
  );
  return { status, headers, body: Buffer.from(text) };
}

const nonsense: VendorAnswer[] = [
  { status: 200, headers: {}, body: Buffer.from('<html>Welcome</html>') },
  { status: 502, headers: {}, body: Buffer.from('<html>Bad gateway</html>') },
  { status: 200, headers: {}, body: Buffer.from('{"id":') },
  { status: 429, headers: { 'retry-after': '1' }, body: Buffer.from('{}') },
];

/** The answers to one look. Words of an end come seldom, or no sequence would be long. */
function lookOf(contract: Contract, pick: Pick, isLast: boolean): VendorAnswer[] {
  const { words, unknown, missing = [], momentary = [] } = contract;
  const open = words.filter(({ report }) => report.kind === 'queued' || report.kind === 'running');
  const known = (isLast ? words : open).map(({ said }) => [said].flat());
  const others = [...unknown.map((said) => [said]), ...missing.map((said) => [said]), ...momentary];
  if (!isLast && pick([true, false, false, false])) return [pick(nonsense)];
  const said = pick(isLast || pick([true, true, false]) ? known : others);
  return said.map((one) => disturb(one, pick));
}

const videoWords = { open: ['queued', 'in_progress'], ended: ['completed', 'failed'] };
const mjWords = { open: ['SUBMITTED', 'IN_PROGRESS'], ended: ['SUCCESS', 'FAILURE'] };
const klingWords = { open: ['submitted', 'processing'], ended: ['succeed', 'failed'] };
const unifiedWords = { open: ['queued', 'processing'], ended: ['succeeded', 'failed'] };

function check(task: Task, before: number): void {
  const video = showVideo(task, baseUrl);
  const isEnded = task.finishedAt !== null;
  const place = isEnded ? 'ended' : 'open';
  expect(videoWords[place]).toContain(video.status);
  expect(unifiedWords[place]).toContain(
    (showUnified(task, baseUrl) as { data: { status: string } }).data.status,
  );
  expect(video.progress).toSatisfy((now) => Number.isInteger(now) && now >= before);
  expect(video.progress === 100).toBe(isEnded);
  expect(klingWords[place]).toContain(Object(showKlingTask(task, baseUrl)).task_status);
  if (task.wish.options.mj !== undefined) {
    const { status, progress } = showMjRecord(task, baseUrl) as { status: string; progress: string };
    expect(mjWords[place]).toContain(status);
    expect(progress).toBe(`${video.progress}%`);
  }
  if (video.error) expect(failCodes).toContain(video.error.code);
  if (isEnded) expect(JSON.parse(eventOf(task, baseUrl)).type).toBe(`video.${video.status}`);
}

test.each(contracts.map((contract) => [contract.upstream.provider, contract] as const))(
  'whatever %s answers, clients see closed words and progress that never falls',
  async (provider, contract) => {
    onTestFailed(() => void process.stderr.write(`HEADGATE_TEST_SEED=${seed}\n`));
    const { wish, usage } = contract.upstream.resolve(contract.wish, contract.model);
    for (let round = 0; round < rounds; round += 1) {
      const pick = pickerOf(`${seed} ${provider} ${round}`);
      const { id } = await media.submitted({ account: contract.account, wish: toStoredWish(wish), usage });
      const { knex } = media.context;
      await rowsOf(knex, 'update task set upstream_state = ?::jsonb where id = ?', [
        JSON.stringify(contract.state ?? {}),
        id,
      ]);
      let progress = 0;
      for (let look = 1; look <= longest; look += 1) {
        const answers = lookOf(contract, pick, look === longest);
        media.vendor.answer = () =>
          (answers.length > 1 ? answers.shift() : answers[0]) ?? new Error('no answer');
        await rowsOf(knex, 'update task set due_at = now() where id = ?', [id]);
        await takeUp(media.context, await media.claim(id));
        const task = await media.read(id);
        check(task, progress);
        if (task.finishedAt !== null) break;
        progress = task.progress;
      }
      await rowsOf(knex, `update task set due_at = now() + interval '1 day' where finished_at is null`, []);
    }
  },
);
