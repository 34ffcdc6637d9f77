import type { ServerDuplexStream } from '@grpc/grpc-js';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import {
  type FetchModelsRequest,
  type Head,
  type Open,
  type ProbeChannelsRequest,
  type ProbeChannelsResponse,
  type ReadBalancesResponse,
  type RelayRequest,
  type RelayResponse,
  type TextGatewayServer,
  TextGatewayService,
} from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import { createLog } from '@headgate/runtime/log';
import { toStatus } from '@headgate/runtime/rpc/fault-details';
import { serverStream, unary } from '@headgate/runtime/rpc/handler';
import { type RpcServer, startRpcServer } from '@headgate/runtime/rpc/server';

/** One relayed request as the gateway sees it. Frames sent over the credit throw. */
export interface ScriptedRelay {
  open: Open;
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

export interface ScriptedTextGateway {
  address(): string;
  relays: ScriptedRelay[];
  /** What administrators asked of channels, and what is answered; fails where it throws. */
  inquiries: { rpc: string; request: unknown; isCancelled: boolean }[];
  onProbe: (request: ProbeChannelsRequest, send: (result: ProbeChannelsResponse) => void) => Promise<void>;
  onBalance: () => ReadBalancesResponse[];
  onModels: (request: FetchModelsRequest) => string[];
  /** What happens when a request has come. */
  onOpen: (relay: ScriptedRelay) => void;
  /** Dies at once, as when its process is killed. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

export const brokenFrame = 'data: {"error":{"message":"broken"}}\n\n';
const wholeHead = { status: 200, headers: [{ name: 'content-type', value: 'application/json' }] };
export const streamHead = {
  status: 200,
  headers: [{ name: 'content-type', value: 'text/event-stream' }],
  brokenFrame: Buffer.from(brokenFrame),
};

/** Answers with `{"ok":true}`. */
export function answerOk(relay: ScriptedRelay): void {
  relay.head(wholeHead);
  relay.data('{"ok":true}');
  relay.tail();
}

/** A real server of text-gateway's contract that does what the test says. */
export async function startScriptedTextGateway(): Promise<ScriptedTextGateway> {
  let server: RpcServer | undefined;
  let port = 0;
  const relay = (call: ServerDuplexStream<RelayRequest, RelayResponse>): void => {
    let credit = 0;
    let pouring: { piece: Buffer; restBytes: number } | undefined;
    let relayed: ScriptedRelay | undefined;
    const pour = (): void => {
      if (!relayed || !pouring || relayed.isCancelled) return;
      while (pouring.restBytes > 0 && credit >= pouring.piece.length) {
        pouring.restBytes -= pouring.piece.length;
        relayed.data(pouring.piece);
      }
      if (pouring.restBytes > 0) return;
      pouring = undefined;
      relayed.tail();
    };
    call.on('data', ({ open, creditBytes }: RelayRequest) => {
      credit += creditBytes ?? 0;
      if (open) {
        credit += open.creditBytes;
        relayed = {
          open,
          isCancelled: false,
          sentBytes: 0,
          head: (head) =>
            void call.write({ head: { status: 200, headers: [], brokenFrame: Buffer.alloc(0), ...head } }),
          data(data) {
            const bytes = Buffer.from(data);
            if (bytes.length > credit) throw new Error('sent more than the credit');
            credit -= bytes.length;
            this.sentBytes += bytes.length;
            call.write({ data: bytes });
          },
          tail(tokens = 0n) {
            call.write({ tail: { tokens } });
            call.end();
          },
          end: () => void call.end(),
          pour(piece, totalBytes) {
            pouring = { piece, restBytes: totalBytes };
            pour();
          },
          refuse: (fault) => void call.emit('error', toStatus(new FaultError(fault))),
        };
        scripted.relays.push(relayed);
        scripted.onOpen(relayed);
      }
      pour();
    });
    call.on('cancelled', () => {
      if (relayed) relayed.isCancelled = true;
    });
    call.on('error', () => undefined);
  };

  const note = (rpc: string, request: unknown, signal?: AbortSignal): void => {
    const inquiry = { rpc, request, isCancelled: false };
    signal?.addEventListener('abort', () => {
      inquiry.isCancelled = true;
    });
    scripted.inquiries.push(inquiry);
  };
  const log = createLog('text-gateway', 'silent');
  const inquiries: Pick<TextGatewayServer, 'probeChannels' | 'readBalances' | 'fetchModels'> = {
    probeChannels: serverStream(log, async (request, send, signal) => {
      note('probe', request, signal);
      await scripted.onProbe(request, send);
    }),
    readBalances: serverStream(log, async (request, send, signal) => {
      note('balance', request, signal);
      for (const balance of scripted.onBalance()) send(balance);
    }),
    fetchModels: unary(log, (request) => {
      note('models', request);
      return { models: scripted.onModels(request) };
    }),
  };

  const scripted: ScriptedTextGateway = {
    address: () => `127.0.0.1:${port}`,
    relays: [],
    onOpen: answerOk,
    inquiries: [],
    onProbe: async () => undefined,
    onBalance: () => [],
    onModels: () => [],
    async kill() {
      await server?.stop(0);
    },
    async start() {
      const service = { definition: TextGatewayService, implementation: { relay, ...inquiries } };
      server = await startRpcServer({ host: '127.0.0.1', port }, [service]);
      port = server.port;
    },
  };
  await scripted.start();
  return scripted;
}
