import type { Socket } from 'node:net';
import { fault } from '@headgate/proto/faults';
import type { Head } from '@headgate/proto/gen/headgate/text/v1/text';
import type { Response } from 'express';
import { noBooking, type TokenBooking } from '../../admit/admit-tokens.ts';
import { answerFault } from '../../exchange/answer.ts';
import { type Abort, type Exchange, noteFirstByte, release } from '../../exchange/exchange.ts';
import { creditBytes, type TextAnswer, type TextCall } from './text-gateway.ts';

/** Credit goes back in pieces of this size: a message for every event would cost more than the event. */
const creditPieceBytes = creditBytes / 4;

/** What is held back must leave the gateway credit for its next frame, which it cuts to what there is. */
const holdLimitBytes = (creditBytes * 3) / 4;

/** Up to here an answer's bytes are cheaper as text, a character each: that leaves in one piece with its head. */
const textLimitBytes = 16 * 1024;

/** How long the last frame of a broken stream may take to reach a client. */
const brokenFrameMs = 5_000;

const streamHeaders = { 'cache-control': 'no-cache', 'x-accel-buffering': 'no' };

/** The writing end of an answer, and how the rest of the process takes part in it. */
export interface AnswerWriter extends TextAnswer {
  /** Names the call that takes the credit. */
  attach(call: TextCall): void;
  /** Ends the answer at once, without a clean end. */
  cut(why: Abort): void;
}

/**
 * Writes frames to the client as they come, one write each, and gives credit for what left this process.
 * A whole answer's head waits for a second frame: an answer of one frame gets its length. One that comes in pieces has none, and
 * does not wait.
 */
export function createAnswerWriter(exchange: Exchange, booking: TokenBooking): AnswerWriter {
  const { response } = exchange;
  let call: TextCall | undefined;
  /** Of a whole answer. */
  let head: Head | undefined;
  let held: Buffer | undefined;
  /** Of a stream, as latin1: as long as it lasts a buffer would hold on to what it came in. */
  let brokenFrame: string | undefined;
  let owedBytes = 0;
  let stuckBytes = 0;

  response.on('drain', () => {
    owedBytes += stuckBytes;
    stuckBytes = 0;
    giveCredit();
  });

  function giveCredit(): void {
    if (owedBytes < creditPieceBytes) return;
    call?.credit(owedBytes);
    owedBytes = 0;
  }

  function write(bytes: Buffer): void {
    noteFirstByte(exchange);
    exchange.sentBytes += bytes.length;
    if (response.write(bytes)) owedBytes += bytes.length;
    else stuckBytes += bytes.length;
    giveCredit();
  }

  function sendHead({ status, headers }: Head, extra?: Record<string, string | number>): void {
    for (const { name, value } of headers) response.setHeader(name, value);
    response.writeHead(status, extra);
  }

  function onBroken(): void {
    finish(exchange);
    exchange.abort ??= 'answer broken';
    if (!response.headersSent) answerFault(exchange, fault('upstream_cut'));
    else endBroken(exchange, brokenFrame ?? '');
  }

  return {
    attach(started) {
      call = started;
    },
    cut(why) {
      call?.cancel(booking === noBooking ? undefined : booking.settle);
      if (why !== 'client gone') onBroken();
    },
    onHead(received) {
      // From here on it is not sent again, and held by nobody.
      exchange.letGoOfBody?.();
      if (!isStream(received)) {
        head = received;
        return;
      }
      brokenFrame = received.brokenFrame.toString('latin1');
      exchange.isStream = true;
      sendHead(received, streamHeaders);
      response.flushHeaders();
    },
    onData(bytes) {
      if (!response.headersSent) {
        if (!held && !head?.inPieces && bytes.length <= holdLimitBytes) {
          held = bytes;
          return;
        }
        if (head) sendHead(head);
        if (held) write(held);
      }
      write(bytes);
    },
    onTail({ tokens }) {
      finish(exchange);
      exchange.tokens = tokens;
      booking.settle(tokens);
      if (response.headersSent) {
        response.end();
        return;
      }
      const body = held ?? Buffer.alloc(0);
      noteFirstByte(exchange);
      exchange.sentBytes += body.length;
      if (head) sendHead(head, { 'content-length': body.length });
      if (body.length > textLimitBytes) response.end(body);
      else response.end(body.toString('latin1'), 'latin1');
    },
    onRefused(cause) {
      finish(exchange);
      booking.giveBack();
      answerFault(exchange, cause);
    },
    onBroken,
  };
}

function finish(exchange: Exchange): void {
  exchange.cut = undefined;
  release(exchange);
}

/**
 * What was written goes out first: Node holds it to the end of the turn, and it is billed. The frame says what happened; the
 * missing end of the body says it to those who do not read frames.
 */
function endBroken({ response }: Exchange, frame: string): void {
  response.write(frame, 'latin1');
  if (response.socket) endConnection(response, response.socket);
  // Behind another answer its turn has not come. When it does, what was written goes out first.
  else response.once('socket', (socket: Socket) => process.nextTick(endConnection, response, socket));
}

function endConnection(response: Response, socket: Socket): void {
  socket.destroySoon();
  const timer = setTimeout(() => response.destroy(), brokenFrameMs);
  response.once('close', () => clearTimeout(timer));
}

function isStream({ headers, brokenFrame }: Head): boolean {
  if (brokenFrame.length > 0) return true;
  return headers.some(({ name, value }) => name === 'content-type' && value.startsWith('text/event-stream'));
}
