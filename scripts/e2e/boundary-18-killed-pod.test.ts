/**
 * Boundary test 18: a text-gateway dies before and after the head of an answer, beside another that lives,
 * behind one ingress. No request id is ever served twice, and the SDK sees an error, never a clean end.
 */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import OpenAI, { APIError } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configuration, keys } from './testing/configuration.ts';
import { readMetric, startWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, { textGateways: 2 });
}, 120_000);
afterAll(() => world.stop());

/** One HTTP request of the SDK, its own repetitions included, with the bytes of its answer. */
interface Sent {
  id: string | null;
  status: number;
  text: string;
}

/** What came of one call of the SDK. */
interface Outcome {
  sent: Sent[];
  chunks: number;
  error: unknown;
}

function createClient(sent: Sent[], maxRetries: number | undefined): OpenAI {
  return new OpenAI({
    apiKey: keys.unlimited,
    baseURL: `${world.baseUrl}/v1`,
    maxRetries,
    async fetch(url, init) {
      const answer = await fetch(url, init);
      const record: Sent = { id: answer.headers.get('x-request-id'), status: answer.status, text: '' };
      sent.push(record);
      const decoder = new TextDecoder();
      const recorder = new TransformStream<Uint8Array, Uint8Array>({
        transform(bytes, controller) {
          record.text += decoder.decode(bytes, { stream: true });
          controller.enqueue(bytes);
        },
      });
      return new Response(answer.body?.pipeThrough(recorder) ?? null, answer);
    },
  });
}

interface AskOptions {
  stream: boolean;
  maxRetries?: number;
  content?: string;
  onChunk?: () => void;
}

async function ask(options: AskOptions): Promise<Outcome> {
  const { stream, maxRetries = 0, content = '[[chunks=5 delay=10]]', onChunk } = options;
  const outcome: Outcome = { sent: [], chunks: 0, error: undefined };
  const { completions } = createClient(outcome.sent, maxRetries).chat;
  const body = { model: 'gpt-4o-mini', messages: [{ role: 'user' as const, content }] };
  try {
    if (!stream) await completions.create(body);
    else {
      for await (const _ of await completions.create({ ...body, stream: true })) {
        outcome.chunks += 1;
        onChunk?.();
      }
    }
  } catch (error) {
    outcome.error = error;
  }
  return outcome;
}

/** Asks until a request has met the gateway that kills itself at this stage. */
async function askUntilKilled(stage: string, options: AskOptions): Promise<Outcome> {
  const victim = world.service('text-gateway');
  await victim.kill();
  await victim.start({ isKillable: true, env: { HEADGATE_KILL_AT: stage } });
  return waitFor(async () => {
    const outcome = await ask(options);
    const isMet = outcome.error !== undefined || outcome.sent.length > 1 || !victim.isRunning();
    return isMet ? outcome : undefined;
  }, `a request meets the kill ${stage}`);
}

/** The request reached the upstream so often, and was not served more often. */
async function expectReceived(id: string | null | undefined, times: number): Promise<void> {
  const received = await fetch(`${world.sandboxUrl}/received?requestId=${id}`);
  expect(await received.json()).toHaveLength(times);
  const served = (await world.served()).filter(({ requestId }) => requestId === id);
  expect(served.length).toBeLessThanOrEqual(times);
}

describe('boundary 18: a kill before the head', () => {
  const rows = [
    { stage: 'before-open', stream: false, received: 0 },
    { stage: 'before-open', stream: true, received: 0 },
    { stage: 'after-open', stream: false, received: 0 },
    { stage: 'after-open', stream: true, received: 0 },
    { stage: 'after-head', stream: false, received: 1 },
    { stage: 'after-head', stream: true, received: 1 },
    { stage: 'after-close', stream: false, received: 1 },
  ];
  test.each(rows)('$stage, streamed: $stream, is an error', async ({ stage, stream, received }) => {
    const { error, chunks, sent } = await askUntilKilled(stage, { stream });
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ status: 502, code: 'upstream_cut', type: 'upstream_error' });
    expect(chunks).toBe(0);
    await expectReceived(sent[0]?.id, received);
  });

  test('is met anew by the SDK, under another id', async () => {
    const { error, sent } = await askUntilKilled('after-head', { stream: false, maxRetries: 2 });
    expect(error).toBeUndefined();
    expect(sent.map(({ status }) => status)).toEqual([502, 200]);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
    for (const { id } of sent) await expectReceived(id, 1);
  });
});

describe('boundary 18: a kill after the head', () => {
  async function expectBroken({ error, chunks, sent }: Outcome): Promise<void> {
    expect(error).toBeInstanceOf(Error);
    expect(chunks).toBeGreaterThan(0);
    expect(sent).toHaveLength(1);
    const [only] = sent;
    expect(only?.status).toBe(200);
    expect(only?.text).not.toContain('[DONE]');
    expect(only?.text.trimEnd().split('\n').at(-1)).toContain('{"error":{');
    await expectReceived(only?.id, 1);
  }

  test('in mid-stream ends in an error frame', async () => {
    await world.service('text-gateway').kill();
    await world.service('text-gateway').start();
    let killed: Promise<void> | undefined;
    const outcome = await ask({
      stream: true,
      maxRetries: 2,
      content: '[[chunks=1000 delay=20]]',
      onChunk: () => {
        killed ??= killServing();
      },
    });
    await killed;
    await expectBroken(outcome);
  });

  test('before the last frame ends in an error frame', async () => {
    // Slow enough that what came before is at the client by then.
    const content = '[[chunks=5 delay=200]]';
    await expectBroken(await askUntilKilled('after-close', { stream: true, maxRetries: 2, content }));
  });
});

async function killServing(): Promise<void> {
  for (const name of ['text-gateway', 'text-gateway-2']) {
    const gateway = world.service(name);
    if ((await readMetric(gateway, 'headgate_text_open_requests')) === 0) continue;
    await gateway.kill();
    await gateway.start();
  }
}
