/**
 * Answers that end in odd ways, in four protocols, passed and converted: what the client is told, and that the bill is what
 * the sandbox produced. A client that leaves is in odd-endings-clients.test.ts.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { awaitClosedBooks } from './testing/books.ts';
import { createEstimates } from './testing/estimates.ts';
import {
  ask,
  attemptsOf,
  billOf,
  cells,
  configurationWith,
  gatewayEnv,
  outputOf,
  scriptFaults,
  unitsOf,
} from './testing/odd-endings.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(configurationWith(), { env: { 'text-gateway': gatewayEnv } });
  await scriptFaults(world);
}, 120_000);
afterAll(() => world.stop());

const estimates = createEstimates();
const nothing = { amount: 0n, usage_source: 'none', calls: 0n };
const forms = [true, false];

/** Asks streamed and whole; gives how both ended, with their bills and what the upstream logged. */
function askBoth(client: string, model: string, text: string) {
  return Promise.all(
    forms.map(async (isStreamed) => {
      const asked = await ask(world, client, model, text, isStreamed);
      const logged = await attemptsOf(world, asked.id);
      return { ...asked, isStreamed, last: logged.at(-1), bill: await billOf(world, asked.id) };
    }),
  );
}

const text = 'Tell me of the fox that jumps over the lazy dog, and why nobody minds';

describe.each(cells)('$client over $over', ({ client, over, isPassed }) => {
  test.each(['cut', 'unended', 'stalled', 'refused', 'refused-at-once'])(
    '%s before a word was said costs nothing',
    async (model) => {
      for (const { isGood, bill, isStreamed, last } of await askBoth(client, `${model}-${over}`, text)) {
        expect(isGood).toBe(false);
        expect(bill).toMatchObject(nothing);
        expect(last?.outcome).not.toBe('served');
        if (isStreamed) expect(last?.usage.outputTokens).toBe(0);
      }
    },
  );

  test.each(['cut-late', 'refused-late'])('%s: what was said is paid for, and no more', async (model) => {
    const asked = await ask(world, client, `${model}-${over}`, '[[chunks=50 delay=2]]', true);
    expect(asked.isGood).toBe(false);
    const [served] = await attemptsOf(world, asked.id);
    const bill = await billOf(world, asked.id);
    expect(bill.ending).toBe('broken');
    estimates.expectNear(outputOf(bill), served?.usage.outputTokens ?? 0);
    estimates.expectNear(bill.input_fresh, served?.usage.inputTokens ?? 0);
    // Gemini counts in every chunk: those counts are its own.
    expect(bill.usage_source).toBe(over === 'gemini' ? 'upstream' : 'estimated');
    if (served && over === 'gemini') expect(bill.amount).toBe(unitsOf(served));
  });

  test('usage of the prompt alone is kept, and the answer counted', async () => {
    for (const { isGood, bill, last } of await askBoth(client, `prompt-counted-${over}`, text)) {
      expect(isGood).toBe(true);
      expect(bill).toMatchObject({ usage_source: 'estimated', calls: 1n });
      expect(bill.input_fresh).toBe(BigInt(last?.usage.inputTokens ?? 0));
      estimates.expectNear(outputOf(bill), last?.usage.outputTokens ?? 0);
    }
  });

  test('no usage at all: prompt and answer are counted', async () => {
    for (const { isGood, bill, last } of await askBoth(client, `uncounted-${over}`, text)) {
      expect(isGood).toBe(true);
      expect(bill).toMatchObject({ usage_source: 'estimated', calls: 1n });
      estimates.expectNear(bill.input_fresh, last?.usage.inputTokens ?? 0);
      estimates.expectNear(outputOf(bill), last?.usage.outputTokens ?? 0);
    }
  });

  test('usage of zeros and nothing said is a failure that costs nothing', async () => {
    for (const { isGood, bill, isStreamed } of await askBoth(client, `nothing-used-${over}`, text)) {
      // Of a stream that passes, frames that came before its end may have been sent.
      if (!isPassed || !isStreamed) expect(isGood).toBe(false);
      expect(bill).toMatchObject(nothing);
    }
  });

  test('usage of zeros and nothing said is tried again elsewhere', async () => {
    for (const isStreamed of isPassed ? [false] : forms) {
      const { id, isGood } = await ask(world, client, `spared-${over}`, text, isStreamed);
      expect(isGood).toBe(true);
      const logged = await attemptsOf(world, id, 2);
      expect(logged.map(({ outcome }) => outcome)).toEqual(['failed', 'served']);
      const bill = await billOf(world, id);
      expect(bill).toMatchObject({ attempts: 2, usage_source: 'upstream' });
      expect(logged[1] && unitsOf(logged[1])).toBe(bill.amount);
    }
  });

  test('cut short by a filter: to the unit', async () => {
    for (const { bill, last } of await askBoth(client, `steady-${over}`, `[[filtered]] ${text}`)) {
      expect(bill).toMatchObject({ usage_source: 'upstream', ending: 'completed' });
      expect(last && unitsOf(last)).toBe(bill.amount);
      expect(outputOf(bill)).toBe(last?.usage.outputTokens);
    }
  });
});

describe('responses over responses', () => {
  test.each(['failed', 'cancelled'])('%s behind an answer that was sent: to the unit', async (end) => {
    const asked = await ask(world, 'responses', 'steady-openai', `[[${end} delay=5]] ${text}`, true);
    expect(asked.text).toContain('response.output_text.delta');
    const [served] = await attemptsOf(world, asked.id);
    const bill = await billOf(world, asked.id);
    expect(bill.usage_source).toBe('upstream');
    expect(outputOf(bill)).toBe(served?.usage.outputTokens);
    expect(served && unitsOf(served)).toBe(bill.amount);
  });

  test('a whole one that was cancelled: to the unit', async () => {
    const asked = await ask(world, 'responses', 'steady-openai', `[[cancelled]] ${text}`, false);
    expect(JSON.parse(asked.text)).toMatchObject({ status: 'cancelled' });
    const [served] = await attemptsOf(world, asked.id);
    expect(served && unitsOf(served)).toBe((await billOf(world, asked.id)).amount);
  });

  test('a whole one that failed is an error, of which nothing was sent: it costs nothing', async () => {
    const asked = await ask(world, 'responses', 'steady-openai', `[[failed]] ${text}`, false);
    expect(asked.status).toBeGreaterThanOrEqual(500);
    expect(await billOf(world, asked.id)).toMatchObject(nothing);
  });
});

describe.each(cells.map(({ client }) => client).filter((client, at, all) => all.indexOf(client) === at))(
  'a prompt that Gemini blocks, %s',
  (client) => {
    test('costs what the upstream counts', async () => {
      for (const { bill, last } of await askBoth(client, 'steady-gemini', `[[blocked]] ${text}`)) {
        expect(bill).toMatchObject({ usage_source: 'upstream', output_visible: 0n });
        expect(last && unitsOf(last)).toBe(bill.amount);
      }
    });

    test('costs nothing where nothing is counted', async () => {
      for (const { bill } of await askBoth(client, 'uncounted-gemini', `[[blocked]] ${text}`))
        expect(bill).toMatchObject(nothing);
    });
  },
);

test('the books close, and the estimates were near', async () => {
  await awaitClosedBooks(world);
  process.stdout.write(estimates.largestError());
});
