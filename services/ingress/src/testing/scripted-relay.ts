import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { Head, Open, Tail } from '@headgate/proto/gen/headgate/text/v1/text';

/** One relayed request as the gateway sees it. Frames sent over the credit throw. */
export interface ScriptedRelay {
  open: Open;
  /** How it came. */
  by: 'link' | 'call';
  isCancelled: boolean;
  sentBytes: number;
  head(head: Partial<Head>): void;
  data(bytes: Buffer | string): void;
  tail(tokens?: bigint): void;
  /** Ends without a tail. */
  end(): void;
  /** Sends pieces of `piece` as long as there is credit, `totalBytes` in all; then the tail. */
  pour(piece: Buffer, totalBytes: number): void;
  refuse(fault: Fault): void;
}

/** What carries the frames of a scripted answer. */
export interface ScriptedLine {
  head(head: Head): void;
  data(data: Buffer): void;
  tail(tail: Tail): void;
  end(): void;
  refuse(fault: Fault): void;
}

/** A request, and what the line tells it. */
export interface CarriedRelay {
  relay: ScriptedRelay;
  addCredit(bytes: number): void;
}

export function createScriptedRelay(open: Open, by: ScriptedRelay['by'], line: ScriptedLine): CarriedRelay {
  let credit = open.creditBytes;
  let pouring: { piece: Buffer; restBytes: number } | undefined;

  function pour(): void {
    if (!pouring || relay.isCancelled) return;
    while (pouring.restBytes > 0 && credit >= pouring.piece.length) {
      pouring.restBytes -= pouring.piece.length;
      relay.data(pouring.piece);
    }
    if (pouring.restBytes > 0) return;
    pouring = undefined;
    relay.tail();
  }

  const relay: ScriptedRelay = {
    open,
    by,
    isCancelled: false,
    sentBytes: 0,
    head: (head) =>
      line.head({ status: 200, headers: [], brokenFrame: Buffer.alloc(0), inPieces: false, ...head }),
    data(data) {
      const bytes = Buffer.from(data);
      if (bytes.length > credit) throw new Error('sent more than the credit');
      credit -= bytes.length;
      this.sentBytes += bytes.length;
      line.data(bytes);
    },
    tail: (tokens = 0n) => line.tail({ tokens }),
    end: line.end,
    pour(piece, totalBytes) {
      pouring = { piece, restBytes: totalBytes };
      pour();
    },
    refuse: line.refuse,
  };
  return {
    relay,
    addCredit(bytes) {
      credit += bytes;
      pour();
    },
  };
}
