import type { ClientDuplexStream } from '@grpc/grpc-js';
import { fault } from '@headgate/proto/faults';
import {
  Caller,
  type LinkRequest,
  type LinkRequestFrame,
  type LinkResponse,
  type LinkResponseFrame,
  type Open,
  TextGatewayClient,
  TextGatewayService,
} from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import { connectRpc } from '@headgate/runtime/rpc/client';
import { startRpcServer } from '@headgate/runtime/rpc/server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, onTestFinished, test } from 'vitest';
import type { GatewayContext } from '../context.ts';
import type { Answer } from './answers/answer.ts';
import { createLink } from './link.ts';

type Serve = (context: GatewayContext, open: Open, answer: Answer) => Promise<void>;

interface Line {
  stream: ClientDuplexStream<LinkRequest, LinkResponse>;
  frames: LinkResponseFrame[];
  draining: AbortController;
  isOver: boolean;
  send(frame: Partial<LinkRequestFrame>): void;
  /** Opens a request. */
  open(request: number, credit?: number, deadlineMs?: number, caller?: Buffer): void;
  /** What came for a request. */
  of(request: number): LinkResponseFrame[];
}

/** A link to a gateway that serves as the test says. */
async function startLine(serve: Serve, checkMs = 60_000): Promise<Line> {
  const draining = new AbortController();
  const link = createLink({ draining: draining.signal } as GatewayContext, { checkMs, serve });
  const server = await startRpcServer({ host: '127.0.0.1', port: 0 }, [
    { definition: TextGatewayService, implementation: { link } },
  ]);
  const client = connectRpc(TextGatewayClient, `127.0.0.1:${server.port}`);
  const stream = client.link();
  onTestFinished(async () => {
    client.close();
    await server.stop(0);
  });
  const line: Line = {
    stream,
    frames: [],
    draining,
    isOver: false,
    send: (frame) => stream.write({ frames: [{ request: 0, body: Buffer.alloc(0), ...frame }] }),
    open(request, creditBytes = 1_000, deadlineMs = 60_000, caller = Buffer.alloc(0)) {
      const open: Open = {
        requestId: `r${request}`,
        dialect: 1,
        operation: 1,
        caller: undefined,
        headers: [],
        body: Buffer.alloc(0),
        model: '',
        creditBytes,
        stream: false,
        alt: '',
      };
      const opened = { open, caller, deadlineMs, traceparent: '', tracestate: '' };
      this.send({ request, open: opened, body: Buffer.from(`body ${request}`) });
    },
    of: (request) => line.frames.filter((frame) => frame.request === request),
  };
  stream.on('data', ({ frames }: LinkResponse) => line.frames.push(...frames));
  for (const event of ['end', 'error']) {
    stream.on(event, () => {
      line.isOver = true;
    });
  }
  await waitFor(() => line.frames.length > 0, 'the pod has spoken');
  return line;
}

/** Answers with the body, and stays open until it is told to end. */
function createScript() {
  const answers = new Map<string, Answer>();
  const serve: Serve = async (_context, open, answer) => {
    answers.set(open.requestId, answer);
    answer.head(200, [], Buffer.alloc(0));
    answer.data(open.body);
  };
  return { answers, serve };
}

const text = (frames: LinkResponseFrame[]): string =>
  Buffer.concat(frames.map(({ data }) => data ?? Buffer.alloc(0))).toString();

test('the pod speaks first, answers pings, and carries requests beside each other', async () => {
  const { answers, serve } = createScript();
  const line = await startLine(serve);
  expect(line.frames).toMatchObject([{ request: 0, ping: {} }]);
  line.send({ ping: {} });
  await waitFor(() => line.of(0).length === 2, 'the ping is answered');
  line.open(1);
  line.open(2);
  await waitFor(() => text(line.of(2)) === 'body 2', 'the second has begun');
  answers.get('r2')?.end(5n);
  answers.get('r1')?.end(0n);
  await waitFor(() => line.of(1).length === 3 && line.of(2).length === 3, 'both have ended');
  expect(line.of(2)).toMatchObject([
    { head: { status: 200 } },
    { data: Buffer.from('body 2') },
    { tail: { tokens: 5n } },
  ]);
});

test('each request spends its own credit', async () => {
  const { answers, serve } = createScript();
  const line = await startLine(serve);
  line.open(1, 3);
  line.open(2);
  await waitFor(() => text(line.of(2)) === 'body 2', 'the second is not held back');
  expect(text(line.of(1))).toBe('bod');
  answers.get('r1')?.end(0n);
  line.send({ request: 1, creditBytes: 2 });
  await waitFor(() => text(line.of(1)) === 'body ', 'more has come');
  line.send({ request: 1, creditBytes: 2 });
  await waitFor(() => line.of(1).at(-1)?.tail, 'it has ended');
  expect(text(line.of(1))).toBe('body 1');
});

test('a caller comes as bytes, and bytes that say none are refused without harm to others', async () => {
  const opens: Open[] = [];
  const line = await startLine(async (_context, open, answer) => {
    opens.push(open);
    answer.end(0n);
  });
  line.open(1, 1_000, 60_000, Buffer.from([0xff, 0xff]));
  line.open(2, 1_000, 60_000, Buffer.from(Caller.encode(Caller.fromPartial({ keyId: 7n })).finish()));
  await waitFor(() => line.of(2).at(-1)?.tail, 'the second has ended');
  expect(line.of(1)).toMatchObject([{ refused: { status: 500 } }]);
  expect(opens).toMatchObject([{ requestId: 'r2', caller: { keyId: 7n } }]);
});

test('a refusal ends its request alone, with the fault', async () => {
  const line = await startLine(async (_context, _open, answer) => {
    answer.fail(new FaultError(fault('insufficient_user_quota')));
  });
  line.open(1);
  await waitFor(() => line.of(1).length === 1, 'it is refused');
  expect(line.of(1)[0]?.refused).toEqual(fault('insufficient_user_quota'));
  expect(line.isOver).toBe(false);
});

test('a cancelled request is told that its client has gone, and says nothing more than what it used', async () => {
  const { answers, serve } = createScript();
  const line = await startLine(serve);
  line.open(1);
  line.open(2);
  await waitFor(() => text(line.of(2)) === 'body 2', 'both have begun');
  line.send({ request: 1, cancel: {} });
  await waitFor(() => answers.get('r1')?.gone.aborted, 'it is told');
  const before = line.of(1).length;
  answers.get('r1')?.data(Buffer.from('late'));
  answers.get('r1')?.end(7n);
  answers.get('r2')?.end(0n);
  await waitFor(() => line.of(2).at(-1)?.tail, 'the other goes on');
  expect(line.of(1).slice(before)).toEqual([expect.objectContaining({ tail: { tokens: 7n } })]);
});

test('a cancelled request of which nobody knows what it used says that it is over', async () => {
  const line = await startLine(async (_context, _open, answer) => {
    await new Promise<void>((resolve) => answer.gone.addEventListener('abort', resolve));
    answer.fail(new FaultError(fault('model_not_found')));
  });
  line.open(1);
  line.send({ request: 1, cancel: {} });
  await waitFor(() => line.of(1).length > 0, 'something is said');
  expect(line.of(1)).toMatchObject([{ refused: fault('upstream_cut') }]);
});

test('a request ends with its deadline', async () => {
  const { answers, serve } = createScript();
  const line = await startLine(serve, 500);
  const pings = setInterval(() => line.send({ ping: {} }), 100);
  onTestFinished(() => clearInterval(pings));
  line.open(1, 1_000, 50);
  line.open(2);
  await waitFor(() => answers.get('r1')?.gone.aborted, 'it has ended');
  expect(answers.get('r2')?.gone.aborted).toBe(false);
});

test('what a deadline cuts off is told as cut, not as an answer that has ended', async () => {
  const { answers, serve } = createScript();
  const line = await startLine(serve, 500);
  const pings = setInterval(() => line.send({ ping: {} }), 100);
  onTestFinished(() => clearInterval(pings));
  line.open(1, 2, 50);
  await waitFor(() => text(line.of(1)) === 'bo', 'its client takes no more');
  answers.get('r1')?.end(7n);
  await waitFor(() => line.of(1).some(({ refused, tail }) => refused || tail), 'it is over');
  expect(line.of(1)[2]).toMatchObject({ refused: fault('upstream_cut'), tail: undefined });
});

test('an ingress that is not heard is dead, and its clients have gone', async () => {
  const { answers, serve } = createScript();
  const line = await startLine(serve, 500);
  line.open(1);
  await waitFor(() => answers.get('r1')?.gone.aborted, 'its client has gone');
  await waitFor(() => line.isOver, 'the stream is over');
});

test.each(['cancelled', 'ended'])('a stream that is %s takes all its requests along', async (how) => {
  const { answers, serve } = createScript();
  const line = await startLine(serve);
  line.open(1);
  line.open(2);
  await waitFor(() => answers.size === 2, 'both have begun');
  if (how === 'ended') line.stream.end();
  else line.stream.cancel();
  await waitFor(() => [...answers.values()].every(({ gone }) => gone.aborted), 'both clients have gone');
});

test('a pod that is going to stop asks for no more, and goes on with what it has', async () => {
  const { answers, serve } = createScript();
  const line = await startLine(serve);
  line.open(1);
  await waitFor(() => answers.size === 1, 'it has begun');
  line.draining.abort();
  await waitFor(() => line.of(0).some(({ drain }) => drain), 'the ingress is asked');
  answers.get('r1')?.end(0n);
  await waitFor(() => line.of(1).at(-1)?.tail, 'it has ended well');
  line.stream.end();
  await waitFor(() => line.isOver, 'the stream is over');
});
