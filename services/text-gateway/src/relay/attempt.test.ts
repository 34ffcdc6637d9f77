/** One upstream call against a real HTTP server that ends in every way an upstream can. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { createLog } from '@headgate/runtime/log';
import { boundPort, listen } from '@headgate/runtime/operations';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readGatewayConfig } from '../config.ts';
import type { GatewayContext } from '../context.ts';
import { readChatRequest } from '../dialects/chat-completions/request.ts';
import { createCooling } from '../health/cooling.ts';
import { createPools, type Pools } from '../upstream-call/pools.ts';
import type { Answer } from './answer.ts';
import { type AttemptResult, makeAttempt } from './attempt.ts';
import { attemptInTurn } from './attempts.ts';
import type { Outcome, Settlement } from './settle.ts';

let server: Server;
let pools: Pools;
let serve: (request: IncomingMessage, response: ServerResponse) => void;
let calls: number;
let openUpstreams: number;

beforeEach(async () => {
  calls = 0;
  openUpstreams = 0;
  pools = createPools();
  server = createServer((request, response) => {
    calls += 1;
    openUpstreams += 1;
    response.once('close', () => {
      openUpstreams -= 1;
    });
    request.resume();
    serve(request, response);
  });
  await listen(server, { host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await pools.close();
  server.closeAllConnections();
  server.close();
});

const config = readGatewayConfig({
  HEADGATE_RPC_PORT: '0',
  NATS_URL: 'unused',
  HEADGATE_ACCOUNT_ADDRESS: 'unused',
  HEADGATE_LEDGER_ADDRESS: 'unused',
  HEADGATE_JOURNAL_DIR: 'unused',
  HEADGATE_ABANDONED_DRAIN_MS: '50',
});

interface Run {
  outcomes: Outcome[];
  sent: string;
  isEnded: boolean;
  failed: unknown;
  abort: AbortController;
  attempt(): Promise<AttemptResult>;
  inTurn(): Promise<unknown>;
}

function prepare({
  stream,
  key = 'key',
  takes = true,
}: {
  stream: boolean;
  key?: string;
  takes?: boolean;
}): Run {
  const run: Run = {
    outcomes: [],
    sent: '',
    isEnded: false,
    failed: undefined,
    abort: new AbortController(),
    attempt: () => makeAttempt(serving, { candidate, key }, 'request.1'),
    inTurn: () => attemptInTurn(serving, [candidate]),
  };
  let hasBegun = false;
  const answer: Answer = {
    gone: run.abort.signal,
    hasBegun: () => hasBegun,
    head: () => {
      hasBegun = true;
    },
    data: (bytes) => {
      run.sent += bytes.toString();
      return takes;
    },
    end: () => {
      run.isEnded = true;
    },
    fail: (error) => {
      run.failed = error;
    },
    onDrain: () => undefined,
    addCredit: () => undefined,
  };
  const settlement: Settlement = {
    attempt: () => undefined,
    firstByte: () => undefined,
    settle: (outcome) => {
      run.outcomes.push(outcome);
      return 0n;
    },
  };
  const baseUrl = `http://127.0.0.1:${boundPort(server)}/v1`;
  const channel = Channel.fromPartial({
    id: 1n,
    provider: 'openai-compatible',
    baseUrl,
    keys: [key],
    weight: 1,
  });
  const candidate = { channel, upstreamModel: 'm', priceModel: 'm' };
  const context = {
    config,
    log: createLog('test', 'silent'),
    pools,
    cooling: createCooling(() => performance.now()),
    reach: () => undefined,
  } as unknown as GatewayContext;
  const request = readChatRequest(Buffer.from(JSON.stringify({ model: 'm', stream, messages: [] })));
  const serving = { context, request, requestId: 'request', answer, settlement };
  return run;
}

const chunk = 'data: {"id":"c","choices":[{"index":0,"delta":{"content":"x"},"finish_reason":null}]}\n\n';

function streamOf(...frames: string[]): typeof serve {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'Text/Event-Stream; charset=utf-8' });
    for (const frame of frames) response.write(frame);
  };
}

test('the upstream is cut soon after the end of its answer, however long it stays', async () => {
  serve = streamOf(chunk, 'data: [DONE]\n\n');
  const run = prepare({ stream: true });
  expect(await run.attempt()).toEqual({ kind: 'answered' });
  expect(run.isEnded).toBe(true);
  expect(run.sent).toBe(`${chunk}data: [DONE]\n\n`);
  await waitFor(() => openUpstreams === 0, 'the upstream is cut');
});

test('the bill is closed before the last frame leaves', async () => {
  serve = streamOf(chunk, 'data: [DONE]\n\n');
  const run = prepare({ stream: true });
  const sentAtSettle: string[] = [];
  run.outcomes.push = (...outcomes) => {
    sentAtSettle.push(run.sent);
    return Array.prototype.push.apply(run.outcomes, outcomes);
  };
  await run.attempt();
  expect(sentAtSettle).toHaveLength(1);
  expect(sentAtSettle[0]).not.toContain('[DONE]');
});

test('what came before an error in the same piece reaches the client, once the answer has begun', async () => {
  serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk);
    setTimeout(() => response.end(`${chunk}data: {"error":{"message":"m"}}\n\n`), 50);
  };
  const run = prepare({ stream: true });
  expect(await run.attempt()).toEqual({ kind: 'answered' });
  expect(run.sent.startsWith(chunk + chunk)).toBe(true);
  expect(run.sent).toContain('"error":{');
  expect(run.outcomes).toMatchObject([{ ending: Ending.BROKEN, isServed: true }]);
});

test('an error before the first frame fails the attempt alone', async () => {
  serve = streamOf(`${chunk}data: {"error":{"message":"m"}}\n\n`);
  const run = prepare({ stream: true });
  expect(await run.attempt()).toMatchObject({ kind: 'failed', isRetryable: true });
  expect(run).toMatchObject({ sent: '', outcomes: [] });
});

test('a refusal whose body never ends is taken as far as it came', async () => {
  serve = (_request, response) => {
    response.writeHead(429, { 'retry-after': '3' });
    response.write('x'.repeat(70_000));
  };
  const result = await prepare({ stream: false }).attempt();
  expect(result).toMatchObject({ kind: 'failed', fault: { status: 429, retryAfterMs: 3_000 } });
});

test('a credential that no header can carry fails the attempt, and leaves no timer behind', async () => {
  serve = streamOf(chunk);
  const timersBefore = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const result = await prepare({ stream: true, key: 'key\n' }).attempt();
  expect(result).toMatchObject({ kind: 'failed', fault: { code: 'model_not_found' } });
  expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length).toBe(timersBefore);
  expect(calls).toBe(0);
});

test('a client that left before the first attempt costs nothing', async () => {
  serve = streamOf(chunk, 'data: [DONE]\n\n');
  const run = prepare({ stream: true });
  run.abort.abort();
  await run.inTurn();
  expect(calls).toBe(0);
});

test('a client that does not take its answer holds the upstream back', async () => {
  let written = 0;
  serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const frame = `data: {"x":"${'y'.repeat(60_000)}"}\n\n`;
    const write = (): void => {
      while (!response.destroyed && written < 200_000_000) {
        written += frame.length;
        if (!response.write(frame)) return void response.once('drain', write);
      }
    };
    write();
  };
  const run = prepare({ stream: true, takes: false });
  void run.attempt();
  await waitFor(() => run.sent.length > 0, 'the first frame');
  const before = written;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(written - before).toBeLessThan(20_000_000);
  run.abort.abort();
  await waitFor(() => openUpstreams === 0, 'the upstream is cut');
});

test('a defect on the way ends the request instead of leaving it open', async () => {
  serve = streamOf(chunk, 'data: [DONE]\n\n');
  const run = prepare({ stream: true });
  run.outcomes.push = () => {
    throw new Error('defect');
  };
  const result = await run.attempt();
  expect(result.kind === 'failed' || run.failed instanceof Error).toBe(true);
});
