import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { LinkRequest, LinkResponse } from '@headgate/proto/gen/headgate/text/v1/text';
import { noSpan } from '@headgate/runtime/tracing/span';
import { expect, onTestFinished, test } from 'vitest';
import type { TextOpen } from '../text-gateway.ts';
import { openLink } from './link.ts';

/** A stream whose messages stay on their way. */
class Stream extends EventEmitter {
  written: LinkRequest[] = [];

  write(message: LinkRequest): boolean {
    this.written.push(message);
    return true;
  }

  end(): void {}

  cancel(): void {}
}

test('of what a dead link had, only what never left may be carried by another', async () => {
  const stream = new Stream();
  const link = openLink(stream as unknown as ClientDuplexStream<LinkRequest, LinkResponse>, {
    pingMs: 60_000,
    deadlineMs: 60_000,
    onReady: () => undefined,
    onLeaving: () => undefined,
    onEnd: () => undefined,
  });
  onTestFinished(() => void stream.emit('end'));
  stream.emit('data', { frames: [] });

  const refused: (Fault | undefined)[] = [undefined, undefined];
  const carry = (which: number): void => {
    const open: Partial<TextOpen> = { body: Buffer.from('{}'), headers: [] };
    const unexpected = (): void => expect.unreachable();
    const answer = { onHead: unexpected, onData: unexpected, onTail: unexpected, onBroken: unexpected };
    const onRefused = (cause: Fault): void => {
      refused[which] = cause;
    };
    link.carry(open as TextOpen, { ...answer, onRefused }, noSpan);
  };
  carry(0);
  await turn();
  expect(stream.written).toHaveLength(1);
  carry(1);
  await turn();
  stream.emit('error', new Error('the connection broke'));
  expect(refused[0]).toEqual(fault('upstream_cut'));
  expect(refused[1]).toMatchObject({ status: 503, notStarted: true });
});
