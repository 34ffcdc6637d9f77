import { connectivityState, status as rpcStatus, type ServiceError } from '@grpc/grpc-js';
import { fault } from '@headgate/proto/faults';
import { HandleRequest, MediaTaskClient } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import { createLog } from '@headgate/runtime/log';
import { connectRpc } from '@headgate/runtime/rpc/client';
import { toStatus } from '@headgate/runtime/rpc/fault-details';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Context } from '../../context.ts';
import { startScriptedMediaTask } from '../../testing/scripted-media-task.ts';
import { askMedia } from './ask-media.ts';

const broken: Error & Partial<ServiceError> = Object.assign(new Error('broken off'), {
  code: rpcStatus.UNAVAILABLE,
});

/** What a media service says that could not read its database. */
const unmade = Object.assign(
  new Error('said'),
  toStatus(new FaultError(fault('service_unavailable', { notStarted: true }))),
);

/** A media service that breaks off so many times before it answers, in the last of these ways from then on. */
function mediaThatBreaks(
  times: number,
  ways: readonly Error[] = [broken],
): { asked: HandleRequest[]; lines: string[]; context: Context } {
  const asked: HandleRequest[] = [];
  const lines: string[] = [];
  const handle = (request: HandleRequest, _: unknown, __: unknown, answer: CallableFunction) => {
    asked.push(request);
    if (asked.length <= times) answer(ways[asked.length - 1] ?? ways.at(-1), undefined);
    else answer(null, { status: 200, body: Buffer.from('{}') });
    return { cancel: () => undefined };
  };
  const waitForReady = (_: number, answer: () => void) => answer();
  const getChannel = () => ({ getConnectivityState: () => connectivityState.READY });
  const context = {
    media: { handle, waitForReady, getChannel } as unknown as MediaTaskClient,
    config: { mediaResendMs: 1_000 },
    log: createLog('ingress', 'info', { write: (line) => lines.push(line) }),
  } as Context;
  return { asked, lines, context };
}

const request = HandleRequest.fromPartial({ requestId: 'a-request', body: Buffer.from('{}') });

describe('a request about tasks that breaks off', () => {
  test('goes on under the same id, marked as a repeat, until it is answered', async () => {
    const { asked, context } = mediaThatBreaks(2);
    expect(await askMedia(context, request, { mayMake: true })).toMatchObject({ status: 200 });
    expect(asked.map(({ requestId, isRepeat }) => ({ requestId, isRepeat }))).toEqual([
      { requestId: 'a-request', isRepeat: false },
      { requestId: 'a-request', isRepeat: true },
      { requestId: 'a-request', isRepeat: true },
    ]);
  });

  test('is told of in the log each time, in few words', async () => {
    const { lines, context } = mediaThatBreaks(2);
    await askMedia(context, request, { mayMake: true });
    const told = { msg: 'the media service gave no answer', requestId: 'a-request', cause: 'broken off' };
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining(told),
      expect.objectContaining(told),
    ]);
  });

  test('tells the SDK not to ask again where a task may have been made', async () => {
    const { context } = mediaThatBreaks(Number.POSITIVE_INFINITY);
    await expect(askMedia(context, request, { mayMake: true })).rejects.toMatchObject({
      fault: { code: 'service_unavailable', status: 503, permanent: true },
    });
  });

  test('may be asked again under its idempotency key, which is told of a task that was made', async () => {
    const { context } = mediaThatBreaks(Number.POSITIVE_INFINITY);
    const under = (value: string) => ({ ...request, headers: [{ name: 'idempotency-key', value }] });
    await expect(askMedia(context, under('a-key'), { mayMake: true })).rejects.toMatchObject({
      fault: { code: 'service_unavailable', permanent: false },
    });
    await expect(askMedia(context, under(''), { mayMake: true })).rejects.toMatchObject({
      fault: { code: 'service_unavailable', permanent: true },
    });
  });

  test('may be asked again where nothing can have been made', async () => {
    const { context } = mediaThatBreaks(Number.POSITIVE_INFINITY);
    await expect(askMedia(context, request, { mayMake: false })).rejects.toMatchObject({
      fault: { code: 'service_unavailable', permanent: false },
    });
  });

  test.each([
    ['is handed on no more where nothing is made and its client has waited as long already', false, 1],
    ['is handed on for as long after it broke off where a task may have been made', true, 2],
  ])('%s', async (_, mayMake, times) => {
    const { asked, context } = mediaThatBreaks(1);
    let nowMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    onTestFinished(() => void vi.restoreAllMocks());
    const handle: typeof context.media.handle = (...call: unknown[]) => {
      nowMs += context.config.mediaResendMs;
      return Reflect.apply(context.media.handle, context.media, call);
    };
    const media = { ...context.media, handle } as MediaTaskClient;
    await askMedia({ ...context, media }, request, { mayMake }).catch(() => undefined);
    expect(asked.length).toBe(times);
  });

  test('goes on where the media service says that it has made nothing yet', async () => {
    const { asked, context } = mediaThatBreaks(2, [unmade]);
    expect(await askMedia(context, request, { mayMake: true })).toMatchObject({ status: 200 });
    expect(asked.length).toBe(3);
  });

  test.each([
    ['may be asked again where all of its tries made nothing', [unmade], false],
    ['may not where one of them is unknown', [unmade, broken, unmade], true],
  ])('%s', async (_, ways, permanent) => {
    const { context } = mediaThatBreaks(Number.POSITIVE_INFINITY, ways);
    await expect(askMedia(context, request, { mayMake: true })).rejects.toMatchObject({
      fault: { code: 'service_unavailable', permanent },
    });
  });

  test('is handed on over a first connection, though none is waited for', async () => {
    const { context } = mediaThatBreaks(0);
    const server = await startScriptedMediaTask();
    const media = connectRpc(MediaTaskClient, server.address);
    const asked = askMedia({ ...context, media, config: { ...context.config, mediaResendMs: 0 } }, request, {
      mayMake: true,
    });
    await expect(asked).resolves.toMatchObject({ status: 200 });
    media.close();
    await server.stop();
  });

  test('may be asked again where it reached nobody', async () => {
    const { context, lines } = mediaThatBreaks(0);
    const media = connectRpc(MediaTaskClient, '127.0.0.1:1');
    const asked = askMedia({ ...context, media, config: { ...context.config, mediaResendMs: 50 } }, request, {
      mayMake: true,
    });
    await expect(asked).rejects.toMatchObject({ fault: { code: 'service_unavailable', permanent: false } });
    expect(lines.map((line) => JSON.parse(line).requestId)).toEqual(['a-request']);
    media.close();
  });

  test('tells the SDK not to ask again where nobody was reached but by the first try', async () => {
    const { context } = mediaThatBreaks(Number.POSITIVE_INFINITY);
    let tries = 0;
    const waitForReady = (_: number, answer: (error?: Error) => void) => {
      tries += 1;
      answer(tries === 1 ? undefined : new Error('nobody is there'));
    };
    const media = Object.assign(context.media, { waitForReady });
    await expect(askMedia({ ...context, media }, request, { mayMake: true })).rejects.toMatchObject({
      fault: { code: 'service_unavailable', permanent: true },
    });
  });
});
