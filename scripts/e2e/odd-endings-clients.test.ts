/**
 * Clients that leave in mid-stream, in four protocols, passed and converted: read on for a while, or cut at once. Whatever the
 * price became meanwhile, the bill is by the one that the request was admitted at.
 */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BegunStream, beginStream } from './testing/begin-stream.ts';
import { awaitClosedBooks } from './testing/books.ts';
import { createEstimates } from './testing/estimates.ts';
import {
  ask,
  attemptsOf,
  billOf,
  cells,
  configurationWith,
  gatewayEnv,
  key,
  outputOf,
  scriptFaults,
  unitsOf,
} from './testing/odd-endings.ts';
import { startWorld, type World } from './testing/world.ts';

/** Silence is borne for as long as it takes: only a client that leaves ends a stream. */
const { HEADGATE_IDLE_TIMEOUT_MS: _, ...env } = gatewayEnv;
const configuration = configurationWith();

let world: World;
beforeAll(async () => {
  const draining = { ...env, HEADGATE_ABANDONED_DRAIN_MS: '120000' };
  world = await startWorld(configuration, { env: { 'text-gateway': draining } });
  await scriptFaults(world);
}, 120_000);
afterAll(() => world.stop());

const estimates = createEstimates();
const text = 'Count until you are told to stop';

function nameOf({ client, over }: (typeof cells)[number], does: string): string {
  return `${client} ${does} ${over}`;
}

function begin({ client, over }: (typeof cells)[number], does: string, asked: string): Promise<BegunStream> {
  return beginStream(client, { world, key, model: `${does}-${over}`, text: asked });
}

describe('a client that leaves while its answer is read on', () => {
  const ids = new Map<string, string>();
  const models = ['steady', 'uncounted'];
  // All at once, and for so long that every client has left before its answer ends.
  beforeAll(async () => {
    const asked = models.flatMap((does) => cells.map((cell) => ({ ...cell, does })));
    const begun = asked.map(async ({ does, ...cell }) => {
      const { id, leave } = await begin(cell, does, `${text} [[chunks=150 delay=60 reasoning=20]]`);
      leave();
      ids.set(nameOf(cell, does), id);
    });
    await Promise.all(begun);
  }, 120_000);

  test.each(cells)('$client over $over: pays what the upstream counts, to the unit', async (cell) => {
    const id = ids.get(nameOf(cell, 'steady')) ?? '';
    const [served] = await attemptsOf(world, id);
    expect(served?.outcome).toBe('served');
    const bill = await billOf(world, id);
    expect(bill).toMatchObject({ ending: 'client_gone', usage_source: 'upstream' });
    expect(served && unitsOf(served)).toBe(bill.amount);
  });

  test.each(cells)('$client over $over: pays what was said, where nobody counts', async (cell) => {
    const id = ids.get(nameOf(cell, 'uncounted')) ?? '';
    const [served] = await attemptsOf(world, id);
    expect(served?.outcome).toBe('served');
    const bill = await billOf(world, id);
    expect(bill).toMatchObject({ ending: 'client_gone', usage_source: 'estimated' });
    estimates.expectNear(bill.input_fresh, served?.usage.inputTokens ?? 0);
    estimates.expectNear(outputOf(bill), served?.usage.outputTokens ?? 0);
  });
});

describe('a client that leaves where nothing is read on', () => {
  beforeAll(async () => {
    const gateway = world.service('text-gateway');
    await gateway.kill('SIGTERM');
    await gateway.start({ env: { HEADGATE_ABANDONED_DRAIN_MS: '0' } });
    const isServed = async () => (await ask(world, 'messages', 'steady-chat', 'Hi', false)).isGood;
    await waitFor(isServed, 'the gateway serves again', { timeoutMs: 100_000 });
  }, 180_000);

  test.each(cells)('$client over $over: the upstream is left at once', async (cell) => {
    const { id, leave } = await begin(cell, 'stalled-late', `${text} [[chunks=1000]]`);
    leave();
    const [served] = await attemptsOf(world, id);
    expect(served?.outcome).toBe('aborted');
    const bill = await billOf(world, id);
    expect(bill).toMatchObject({
      ending: 'client_gone',
      usage_source: cell.over === 'gemini' ? 'upstream' : 'estimated',
    });
    estimates.expectNear(outputOf(bill), served?.usage.outputTokens ?? 0);
  });

  test.each(cells)('$client over $over: pays what was said, where nobody counts', async (cell) => {
    const { id, leave } = await begin(cell, 'stalled-uncounted', `${text} [[chunks=1000]]`);
    leave();
    const [served] = await attemptsOf(world, id);
    const bill = await billOf(world, id);
    expect(bill).toMatchObject({ ending: 'client_gone', usage_source: 'estimated' });
    estimates.expectNear(bill.input_fresh, served?.usage.inputTokens ?? 0);
    estimates.expectNear(outputOf(bill), served?.usage.outputTokens ?? 0);
  });

  describe('while its model is taken away', () => {
    const begun = new Map<object, BegunStream>();
    beforeAll(async () => {
      for (const cell of cells) begun.set(cell, await begin(cell, 'stalled-late', `${text} [[chunks=1000]]`));
      await world.apply(configurationWith({ without: 'stalled-late' }), ['--prune']);
    }, 180_000);

    test.each(cells)('$client over $over: pays the price that it began at', async (cell) => {
      expect((await ask(world, cell.client, `stalled-late-${cell.over}`, text, false)).status).toBe(503);
      const { id = '', leave = () => undefined } = begun.get(cell) ?? {};
      leave();
      const bill = await billOf(world, id);
      expect(outputOf(bill)).toBeGreaterThan(0);
      const usage = {
        inputTokens: Number(bill.input_fresh),
        cachedTokens: 0,
        outputTokens: outputOf(bill),
        reasoningTokens: 0,
      };
      expect(bill.amount).toBe(unitsOf({ usage }));
    });
  });
});

test('the books close, and the estimates were near', async () => {
  await awaitClosedBooks(world);
  process.stdout.write(estimates.largestError());
});
