/**
 * Random lives of a task, sent by the api or by a worker: creates that are handed on again, vendors that refuse, lose or break
 * off, processes that die on any line, connections to the database that break before or after any statement. Whatever happens,
 * at most one create may have made something, the task ends once, and pays for what was made alone; and a client that was told
 * of a task has one.
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
import { claimTasks } from '../sql/moves/claim-tasks.ts';
import type { Stage } from '../stage.ts';
import { sendHeld } from '../step/sends/send-held.ts';
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

/** What becomes of a create. The first five may have made something. A video is begun, images are there at once. */
const creates = {
  accepted: say({ id: 'video_1', status: 'queued', data: [{ b64_json: 'iVBORw0KGgo=' }] }),
  'cut off': new SendError('cut off', true),
  'an error': say(error('It broke.'), 500),
  'no id': say({}),
  HTML: { body: Buffer.from('<html>Welcome</html>') },
  refused: say(error('No such size.'), 400),
  'a bad key': say(error('Who are you?'), 401),
  busy: say(error('Not now.'), 429),
  'not sent': new SendError('nobody there', false),
};
type Outcome = keyof typeof creates;
const mayMake: readonly Outcome[] = ['accepted', 'cut off', 'an error', 'no id', 'HTML'];

const polls = {
  completed: say({ id: 'video_1', status: 'completed' }),
  failed: say({ id: 'video_1', status: 'failed', error: { message: 'It broke.' } }),
  running: say({ id: 'video_1', status: 'in_progress', progress: 40 }),
  missing: say(error('No such video.'), 404),
  'a bad key': say(error('Who are you?'), 401),
  'cut off': new SendError('cut off', true),
};

const anyOutcome = fc.constantFrom<Outcome>('accepted', ...(Object.keys(creates) as Outcome[]));
/** One for each create that it comes to; then they are accepted. */
const outcomes = fc.array(anyOutcome, { minLength: 1, maxLength: 3 });
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const diesAt = (...stages: Stage[]) => seldom(fc.constantFrom(...stages));
/** The statement of a process at which its connection breaks; what was sent by then may have been done. */
const loses = seldom(fc.record({ at: fc.nat(8), isDone: fc.boolean() }));
const create = fc.record({
  kind: fc.constant('create' as const),
  isRepeat: fc.boolean(),
  /** A worker sends it. */
  isDeferred: fc.boolean(),
  outcomes,
  hold: fc.constantFrom('taken', 'taken', 'taken', 'taken', 'refused', 'unanswered'),
  dies: diesAt('intended', 'hold-taken', 'held', 'submitting', 'sent', 'submitted'),
  loses,
  /** A worker takes the task for one that nobody has, while the vendor is asked. */
  isSlow: fc.boolean(),
  /** The same is asked by another request meanwhile. */
  isAskedTwice: fc.boolean(),
});
const look = fc.record({
  kind: fc.constant('look' as const),
  poll: fc.constantFrom(...(Object.keys(polls) as (keyof typeof polls)[])),
  outcomes,
  dies: diesAt('polled', 'submitting', 'sent', 'finished'),
  loses,
});
const deadline = fc.record({ kind: fc.constant('deadline' as const) });
const others = fc.oneof(
  { weight: 2, arbitrary: create },
  { weight: 4, arbitrary: look },
  { weight: 1, arbitrary: deadline },
);
const anySteps = fc
  .tuple(create, fc.array(others, { minLength: 1, maxLength: 5 }))
  .map(([first, more]) => [first, ...more]);
type Create = typeof create extends fc.Arbitrary<infer T> ? T : never;

/** What happens to a process. */
interface Fate {
  dies?: Stage | undefined;
  loses?: { at: number; isDone: boolean } | undefined;
}

class LostError extends Error {}

/** What a process has until it dies: from then on nothing of it comes to the database. */
function mortal<Of extends ApiContext | WorkerContext>(context: Of, { dies, loses }: Fate) {
  let isDead = false;
  let statements = 0;
  const guard = {
    get(knex: Knex, name: keyof Knex) {
      if (isDead) died();
      const member = Reflect.get(knex, name);
      if (name !== 'raw' && name !== 'transaction') return member;
      return async (...args: unknown[]) => {
        const isLost = statements === loses?.at;
        statements += 1;
        if (isLost && !loses?.isDone) throw new LostError();
        const done = await Reflect.apply(member, knex, args);
        if (isLost) throw new LostError();
        return done;
      };
    },
  };
  const reach = (stage: Stage): void => {
    isDead ||= stage === dies;
    if (isDead) died();
  };
  return { context: { ...context, knex: new Proxy(context.knex, guard), reach }, isDead: () => isDead };
}

function died(): never {
  throw new Error('the process died');
}

function mayBeRefused(error: unknown): void {
  if (!(error instanceof LostError || error instanceof FaultError)) throw error;
}

let users = 50_000n;

/** A client with one request, the processes that look after it, and what the vendor and the ledger saw of it. */
function createLife() {
  users += 1n;
  const userId = users;
  const { knex } = media.context;
  const channels = [testChannel({ keys: ['one', 'two'] }), testChannel({ id: 4n, name: 'others' })];
  const body = { model: 'sora-2', prompt: 'a mill' };
  const kinds = {
    video: { operation: Operation.CREATE_VIDEO, traits: { family: 'V1' } },
    images: { operation: Operation.CREATE_IMAGES, traits: { family: 'image' } },
  };
  let kind: keyof typeof kinds = 'video';
  let request: HandleRequest | undefined;
  let outcomes: Outcome[] = [];
  let isSlow = false;
  let poll: keyof typeof polls = 'running';
  let askAgain: (() => Promise<void>) | undefined;
  const sent: { closeId: string; outcome: Outcome }[] = [];
  const holds = new Set<string>();
  const told = new Set<string>();

  async function answer({ method, headers }: VendorRequest): Promise<VendorAnswer> {
    const outcome = method === 'POST' ? (outcomes.shift() ?? 'accepted') : undefined;
    if (outcome) sent.push({ closeId: headers['x-client-request-id']?.split('.')[0] ?? '', outcome });
    if (isSlow) {
      isSlow = false;
      await look('running', {});
    }
    await askAgain?.();
    const said = outcome ? creates[outcome] : polls[poll];
    if (said instanceof Error) throw said;
    return { status: 200, headers: {}, body: Buffer.alloc(0), ...said };
  }

  async function look(found: keyof typeof polls, fate: Fate): Promise<void> {
    poll = found;
    const owner = randomUUID();
    await rowsOf(
      knex,
      'update task set due_at = now(), lease_until = now() where user_id = ? and finished_at is null',
      [userId],
    );
    for (const [errand, work] of [['look', takeUp] as const, ['send', sendHeld] as const]) {
      const lease = { owner, ms: 60_000 };
      for (const task of await claimTasks(media.context, lease, { limit: 10, perChannel: 10, errand })) {
        const worker = mortal({ ...media.context, owner, send: answer, sendImages: answer }, fate);
        await work(worker.context, task).catch((error: unknown) => {
          if (!worker.isDead() && !(error instanceof LostError)) throw error;
        });
      }
    }
  }

  return {
    userId,
    sent,
    holds,
    told,
    async look(
      found: keyof typeof polls,
      { outcomes: asked = [], ...fate }: Fate & { outcomes?: Outcome[] },
    ) {
      outcomes = [...asked];
      await look(found, fate);
    },
    async create(asked: Create) {
      const isRepeat = asked.isRepeat && request !== undefined;
      if (!isRepeat) kind = asked.isDeferred ? 'images' : 'video';
      const { operation, traits } = kinds[kind];
      request = request && isRepeat ? { ...request, isRepeat } : requestOf({ operation, userId, body });
      outcomes = [...asked.outcomes];
      isSlow = asked.isSlow;
      const api = createTestApi(media, channels, traits);
      const ledger: ApiContext['ledger'] = {
        ...api.ledger,
        hold: async ({ id }) => {
          if (asked.hold === 'refused') throw new FaultError(fault('insufficient_user_quota'));
          holds.add(id);
          if (asked.hold === 'unanswered') throw new FaultError(fault('service_unavailable'));
        },
      };
      const process = mortal({ ...api, ledger, send: answer }, asked);
      const ask = async (context: ApiContext, one: HandleRequest): Promise<void> => {
        const { body: answered } = await handle(context, one);
        told.add(JSON.parse(Buffer.from(answered).toString()).id);
      };
      askAgain = async () => {
        if (!asked.isAskedTwice || !request) return;
        askAgain = undefined;
        const again = { ...request, isRepeat: true };
        await ask({ ...api, ledger, send: answer }, again).catch(mayBeRefused);
      };
      await ask(process.context, request).catch((error: unknown) => {
        if (!process.isDead()) mayBeRefused(error);
      });
      askAgain = undefined;
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
  id: string;
  is_refused: boolean;
}

async function outboxOf(holdId: string): Promise<{ close: Buffer | null }[]> {
  return rowsOf(media.context.knex, 'select close from outbox where hold_id = ?', [holdId]);
}

test('whatever becomes of creates, processes and connections, a task is made once, ends once and is paid for once', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      const life = createLife();
      for (const one of steps) {
        if (one.kind === 'create') await life.create(one);
        else if (one.kind === 'look') await life.look(one.poll, one);
        else await life.deadline();
      }
      for (let count = 0; count < 2; count += 1) await life.look('running', {});
      // Until all has ended. A vendor that does not know a task is believed at the third time, or when it is too late.
      await life.deadline();
      for (let count = 0; count < 6; count += 1) await life.look('completed', {});

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
      const kept = new Set(tasks.flatMap(({ id, is_refused: isRefused }) => (isRefused ? [] : id)));
      expect(life.told.isSubsetOf(kept)).toBe(true);
      const known = new Set(tasks.map((task) => task.hold_id));
      expect(life.holds.isSubsetOf(known)).toBe(true);
      const made = new Set(tasks.map((task) => task.close_id));
      expect(life.sent.every(({ closeId }) => made.has(closeId))).toBe(true);
    }),
    { numRuns: 30 },
  );
});
