/**
 * Random lives of a task: creates that are handed on again, vendors that refuse, lose or break off, processes that die on any
 * line. Whatever happens, at most one create may have made something, the task ends once, and pays for what was made alone.
 */
import { randomUUID } from 'node:crypto';
import { fault } from '@headgate/proto/faults';
import { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { type HandleRequest, Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { fc } from '@headgate/runtime/testing/properties';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SendError, type VendorAnswer, type VendorRequest } from '../call/send.ts';
import type { ApiContext, WorkerContext } from '../context.ts';
import { claimTasks } from '../sql/claim-tasks.ts';
import type { Stage } from '../stage.ts';
import { takeUp } from '../step/take-up.ts';
import { createTestApi, requestOf, testChannel } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { handle } from './index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

function say(body: object, status = 200): Partial<VendorAnswer> {
  return { status, body: Buffer.from(JSON.stringify(body)) };
}

const error = (message: string) => ({ error: { message, code: null } });

/** What becomes of a create. The first five may have made something. */
const creates = {
  accepted: say({ id: 'video_1', status: 'queued' }),
  'cut off': new SendError('cut off', true),
  'an error': say(error('It broke.'), 500),
  'no id': say({}),
  HTML: { body: Buffer.from('<html>Welcome</html>') },
  refused: say(error('No such size.'), 400),
  'a bad key': say(error('Who are you?'), 401),
  busy: say(error('Not now.'), 429),
  'not sent': new SendError('nobody there', false),
};
type Create = keyof typeof creates;
const mayMake: readonly Create[] = ['accepted', 'cut off', 'an error', 'no id', 'HTML'];

const polls = {
  completed: say({ id: 'video_1', status: 'completed' }),
  failed: say({ id: 'video_1', status: 'failed', error: { message: 'It broke.' } }),
  running: say({ id: 'video_1', status: 'in_progress', progress: 40 }),
  missing: say(error('No such video.'), 404),
  'a bad key': say(error('Who are you?'), 401),
  'cut off': new SendError('cut off', true),
};

const anyCreate = fc.constantFrom<Create>('accepted', ...(Object.keys(creates) as Create[]));
const diesAt = (...stages: Stage[]) => fc.option(fc.constantFrom(...stages), { nil: undefined, freq: 1 });
const step = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    isRepeat: fc.boolean(),
    /** One for each create that it comes to; then they are accepted. */
    outcomes: fc.array(anyCreate, { maxLength: 3 }),
    hold: fc.constantFrom('taken', 'taken', 'refused', 'unanswered'),
    dies: diesAt('intended', 'hold-taken', 'held', 'submitting', 'sent', 'submitted'),
    /** A worker takes the task for one that nobody has, while the vendor is asked. */
    isSlow: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('look' as const),
    poll: fc.constantFrom(...(Object.keys(polls) as (keyof typeof polls)[])),
    dies: diesAt('polled', 'finished'),
  }),
  fc.record({ kind: fc.constant('deadline' as const) }),
);

/** What a process has until it dies: from then on nothing of it comes to the database. */
function mortal<Of extends ApiContext | WorkerContext>(context: Of, dies: Stage | undefined) {
  let isDead = false;
  const guard = { get: (knex: Knex, name: keyof Knex) => (isDead ? died() : Reflect.get(knex, name)) };
  const reach = (stage: Stage): void => {
    isDead ||= stage === dies;
    if (isDead) died();
  };
  return { context: { ...context, knex: new Proxy(context.knex, guard), reach }, isDead: () => isDead };
}

function died(): never {
  throw new Error('the process died');
}

let users = 50_000n;

/** A client with one request, the processes that look after it, and what the vendor and the ledger saw of it. */
function createLife() {
  users += 1n;
  const userId = users;
  const { knex } = media.context;
  const channels = [testChannel({ keys: ['one', 'two'] }), testChannel({ id: 4n, name: 'others' })];
  const body = { model: 'sora-2', prompt: 'a mill' };
  let request: HandleRequest | undefined;
  let outcomes: Create[] = [];
  let isSlow = false;
  let poll: keyof typeof polls = 'running';
  const sent: { closeId: string; outcome: Create }[] = [];
  const holds = new Set<string>();

  async function answer({ method, headers }: VendorRequest): Promise<VendorAnswer> {
    const outcome = method === 'POST' ? (outcomes.shift() ?? 'accepted') : undefined;
    if (outcome) sent.push({ closeId: headers['x-client-request-id']?.split('.')[0] ?? '', outcome });
    if (isSlow) {
      isSlow = false;
      await look('running', undefined);
    }
    const said = outcome ? creates[outcome] : polls[poll];
    if (said instanceof Error) throw said;
    return { status: 200, headers: {}, body: Buffer.alloc(0), ...said };
  }

  async function look(found: keyof typeof polls, dies: Stage | undefined): Promise<void> {
    poll = found;
    const owner = randomUUID();
    await rowsOf(
      knex,
      'update task set due_at = now(), lease_until = now() where user_id = ? and finished_at is null',
      [userId],
    );
    const tasks = await claimTasks(knex, { owner, ms: 60_000 }, { limit: 10, perChannel: 10 });
    for (const task of tasks) {
      const worker = mortal({ ...media.context, owner, send: answer }, dies);
      await takeUp(worker.context, task).catch((error: unknown) => {
        if (!worker.isDead()) throw error;
      });
    }
  }

  return {
    userId,
    sent,
    holds,
    look,
    async create(asked: Extract<typeof step extends fc.Arbitrary<infer T> ? T : never, { kind: 'create' }>) {
      request =
        asked.isRepeat && request
          ? { ...request, isRepeat: true }
          : requestOf({ operation: Operation.CREATE_VIDEO, userId, body });
      outcomes = [...asked.outcomes];
      isSlow = asked.isSlow;
      const api = createTestApi(media, channels);
      const ledger: ApiContext['ledger'] = {
        ...api.ledger,
        hold: async ({ id }) => {
          if (asked.hold === 'refused') throw new FaultError(fault('insufficient_user_quota'));
          holds.add(id);
          if (asked.hold === 'unanswered') throw new FaultError(fault('service_unavailable'));
        },
      };
      const process = mortal({ ...api, ledger, send: answer }, asked.dies);
      await handle(process.context, request).catch((error: unknown) => {
        if (!process.isDead() && !(error instanceof FaultError)) throw error;
      });
    },
    async deadline() {
      await rowsOf(knex, 'update task set deadline_at = now() where user_id = ?', [userId]);
    },
  };
}

interface Row {
  close_id: string;
  hold_id: string;
  state: string;
  amount: bigint;
}

async function outboxOf(holdId: string): Promise<{ close: Buffer | null }[]> {
  return rowsOf(media.context.knex, 'select close from outbox where hold_id = ?', [holdId]);
}

test('whatever becomes of creates and of processes, a task is made once, ends once and is paid for once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const life = createLife();
      for (const one of steps) {
        if (one.kind === 'create') await life.create(one);
        else if (one.kind === 'look') await life.look(one.poll, one.dies);
        else await life.deadline();
      }
      // Until all has ended. A vendor that does not know a task is believed at the third time, or when it is too late.
      await life.deadline();
      for (let count = 0; count < 6; count += 1) await life.look('completed', undefined);

      const tasks = await rowsOf<Row>(media.context.knex, 'select * from task where user_id = ?', [
        life.userId,
      ]);
      for (const { close_id: closeId, hold_id: holdId, state, amount } of tasks) {
        const outcomes = life.sent.filter((one) => one.closeId === closeId).map(({ outcome }) => outcome);
        // Nothing is sent after what may have made something.
        for (const outcome of outcomes.slice(0, -1)) expect(mayMake).not.toContain(outcome);
        expect(['succeeded', 'failed']).toContain(state);
        if (state === 'succeeded') expect(outcomes.at(-1)).toBe('accepted');
        const [told, ...others] = await outboxOf(holdId);
        expect(told).toBeDefined();
        expect(others).toEqual([]);
        const consumed = told?.close ? Close.decode(told.close).consumed : 0n;
        expect(consumed).toBe(state === 'succeeded' ? BigInt(amount) : 0n);
      }
      const known = new Set(tasks.map((task) => task.hold_id));
      expect(life.holds.isSubsetOf(known)).toBe(true);
      const made = new Set(tasks.map((task) => task.close_id));
      expect(life.sent.every(({ closeId }) => made.has(closeId))).toBe(true);
    }),
    { numRuns: 50 },
  );
});
