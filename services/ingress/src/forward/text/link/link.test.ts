import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { LinkRequest, LinkResponse, LinkResponseFrame } from '@headgate/proto/gen/headgate/text/v1/text';
import { fc } from '@headgate/runtime/testing/properties';
import { noSpan } from '@headgate/runtime/tracing/span';
import { expect, onTestFinished, test } from 'vitest';
import type { TextAnswer, TextCall, TextOpen } from '../text-gateway.ts';
import { openLink } from './link.ts';

/** A stream whose messages stay on their way. */
class Stream extends EventEmitter {
  written: LinkRequest[] = [];
  hasEnded = false;

  write(message: LinkRequest): boolean {
    this.written.push(message);
    return true;
  }

  end(): void {
    this.hasEnded = true;
  }

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

test.each([
  ['what it used', { tail: { tokens: 7n } }, 7n],
  ['that it is over', { refused: fault('upstream_cut') }, undefined],
])('a pod that drains has said of a cancelled request %s before its link ends', (_, said, used) => {
  const stream = new Stream();
  const link = openLink(stream as unknown as ClientDuplexStream<LinkRequest, LinkResponse>, {
    pingMs: 60_000,
    deadlineMs: 60_000,
    onReady: () => undefined,
    onLeaving: () => undefined,
    onEnd: () => undefined,
  });
  onTestFinished(() => void stream.emit('end'));
  const speak = (frame: Partial<LinkResponseFrame>): void => {
    stream.emit('data', { frames: [{ request: 0, ...frame }] });
  };
  speak({ ping: {} });
  const open: Partial<TextOpen> = { body: Buffer.from('{}'), headers: [] };
  const call = link.carry(open as TextOpen, createListener([]), noSpan);
  speak({ drain: {} });
  let heard: bigint | undefined;
  call?.cancel((tokens) => {
    heard = tokens;
  });
  expect(stream.hasEnded).toBe(false);
  speak({ request: 1, ...said });
  expect(heard).toBe(used);
  expect(stream.hasEnded).toBe(true);
});

/** What one request hears, in the words of this test. */
function createListener(heard: string[]): TextAnswer {
  return {
    onHead: () => void heard.push('head'),
    onData: () => void heard.push('data'),
    onTail: () => void heard.push('tail'),
    onRefused: () => void heard.push('refused'),
    onBroken: () => void heard.push('broken'),
  };
}

const said = {
  head: { head: { status: 200, headers: [], brokenFrame: Buffer.alloc(0), inPieces: false } },
  data: { data: Buffer.from('a') },
  tail: { tail: { tokens: 1n } },
  refused: { refused: fault('upstream_cut') },
} satisfies Record<string, Partial<LinkResponseFrame>>;

test('whatever a pod says, a request hears its own words up to its end, and nothing once it was cancelled', () => {
  const ofOne = fc.constantFrom('open', 'cancel', 'head', 'data', 'data', 'tail', 'refused');
  const steps = fc.array(fc.tuple(fc.nat(2), ofOne), { maxLength: 40 });
  fc.assert(
    fc.property(steps, fc.option(fc.nat(40), { nil: undefined }), (all, drainsAt) => {
      const stream = new Stream();
      let isOver = false;
      const link = openLink(stream as unknown as ClientDuplexStream<LinkRequest, LinkResponse>, {
        pingMs: 60_000,
        deadlineMs: 60_000,
        onReady: () => undefined,
        onLeaving: () => undefined,
        onEnd: () => {
          isOver = true;
        },
      });
      const speak = (frame: Partial<LinkResponseFrame>): void => {
        stream.emit('data', { frames: [{ request: 0, ...frame }] });
      };
      speak({ ping: {} });
      const calls: { call: TextCall; heard: string[]; wanted: string[]; isOpen: boolean }[] = [];
      all.forEach(([which, what], step) => {
        if (step === drainsAt) speak({ drain: {} });
        const one = calls[which];
        if (what === 'open') {
          const heard: string[] = [];
          const open: Partial<TextOpen> = { body: Buffer.from('{}'), headers: [] };
          const call = link.carry(open as TextOpen, createListener(heard), noSpan);
          expect(call !== undefined).toBe(drainsAt === undefined || step < drainsAt);
          if (call) calls.push({ call, heard, wanted: [], isOpen: true });
        } else if (what === 'cancel') {
          one?.call.cancel();
          if (one) one.isOpen = false;
        } else if (one) {
          speak({ request: which + 1, ...said[what] });
          if (!one.isOpen) return;
          const isBroken = what === 'refused' && one.wanted.includes('head');
          one.wanted.push(isBroken ? 'broken' : what);
          if (what === 'tail' || what === 'refused') one.isOpen = false;
        }
      });
      const left = calls.filter(({ isOpen }) => isOpen).length;
      expect(link.openCount()).toBe(left);
      expect(stream.hasEnded).toBe(left === 0 && drainsAt !== undefined && drainsAt < all.length);
      stream.emit('error', new Error('the connection broke'));
      expect(isOver).toBe(true);
      for (const { heard, wanted, isOpen } of calls) {
        const end = wanted.includes('head') ? 'broken' : 'refused';
        expect(heard).toEqual(isOpen ? [...wanted, end] : wanted);
      }
      expect(link.openCount()).toBe(0);
    }),
    { numRuns: 500 },
  );
});
