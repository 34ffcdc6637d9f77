import type { ServerDuplexStream } from '@grpc/grpc-js';
import {
  Caller,
  type FetchModelsRequest,
  type LinkRequest,
  type LinkResponse,
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
import {
  type CarriedRelay,
  createScriptedRelay,
  type ScriptedLine,
  type ScriptedRelay,
} from './scripted-relay.ts';

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
  /** How many ingresses have a link here. */
  linkCount(): number;
  answersPings: boolean;
  /** Asks for no more requests, on the links that there are and on those to come. */
  drain(): void;
  isDraining: boolean;
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
  inPieces: false,
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
  const links = new Set<ServerDuplexStream<LinkRequest, LinkResponse>>();

  function begin(open: Open, by: ScriptedRelay['by'], line: ScriptedLine): CarriedRelay {
    const carried = createScriptedRelay(open, by, line);
    scripted.relays.push(carried.relay);
    scripted.onOpen(carried.relay);
    return carried;
  }

  const relay = (call: ServerDuplexStream<RelayRequest, RelayResponse>): void => {
    let carried: CarriedRelay | undefined;
    call.on('data', ({ open, creditBytes }: RelayRequest) => {
      if (creditBytes !== undefined) carried?.addCredit(creditBytes);
      if (!open) return;
      carried = begin(open, 'call', {
        head: (head) => void call.write({ head }),
        data: (data) => void call.write({ data }),
        tail(tail) {
          call.write({ tail });
          call.end();
        },
        end: () => void call.end(),
        refuse: (fault) => void call.emit('error', toStatus(new FaultError(fault))),
      });
    });
    call.on('cancelled', () => {
      if (carried) carried.relay.isCancelled = true;
    });
    call.on('error', () => undefined);
  };

  const link = (call: ServerDuplexStream<LinkRequest, LinkResponse>): void => {
    const carried = new Map<number, CarriedRelay>();
    let gathered: LinkResponse['frames'] = [];
    // What is said at once leaves in one message, as from the gateway.
    const say = (request: number, frame: Partial<LinkResponse['frames'][number]>): void => {
      if (gathered.length === 0)
        queueMicrotask(() => {
          const frames = gathered;
          gathered = [];
          call.write({ frames });
        });
      gathered.push({ request, ...frame });
    };
    const leave = (): void => {
      links.delete(call);
      for (const { relay } of carried.values()) relay.isCancelled = true;
    };
    links.add(call);
    call.on('data', ({ frames }: LinkRequest) => {
      for (const { request, open, body, creditBytes, cancel, ping } of frames) {
        if (ping && scripted.answersPings) say(0, { ping });
        const one = carried.get(request);
        if (creditBytes !== undefined) one?.addCredit(creditBytes);
        if (cancel && one) one.relay.isCancelled = true;
        if (!open?.open) continue;
        const begun = begin({ ...open.open, caller: Caller.decode(open.caller), body }, 'link', {
          head: (head) => say(request, { head }),
          data: (data) => say(request, { data }),
          tail: (tail) => say(request, { tail }),
          end: () => void call.end(),
          refuse: (refused) => say(request, { refused }),
        });
        carried.set(request, begun);
      }
    });
    call.on('end', () => {
      leave();
      call.end();
    });
    call.on('cancelled', leave);
    call.on('error', () => undefined);
    say(0, scripted.isDraining ? { drain: {} } : { ping: {} });
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
    linkCount: () => links.size,
    answersPings: true,
    isDraining: false,
    drain() {
      scripted.isDraining = true;
      for (const call of links) call.write({ frames: [{ request: 0, drain: {} }] });
    },
    inquiries: [],
    onProbe: async () => undefined,
    onBalance: () => [],
    onModels: () => [],
    async kill() {
      await server?.stop(0);
    },
    async start() {
      const service = { definition: TextGatewayService, implementation: { relay, link, ...inquiries } };
      server = await startRpcServer({ host: '127.0.0.1', port }, [service]);
      port = server.port;
    },
  };
  await scripted.start();
  return scripted;
}
