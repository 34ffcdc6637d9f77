/**
 * Two processes that do nothing but what their shape demands: one takes requests with node:http, one asks the upstream with
 * undici, and many requests share one gRPC stream between them. No key, no limit, no bill, no reading of what passes. What
 * this costs here, on this day, is what is left when everything else is taken away from a governed request.
 *
 * `bare-pair.ts gateway PORT UPSTREAM_URL`, `bare-pair.ts ingress PORT GATEWAY_ADDRESS`; says `ready` once it listens.
 */
import { createServer, type ServerResponse } from 'node:http';
import {
  credentials,
  type handleBidiStreamingCall,
  makeGenericClientConstructor,
  Server,
  ServerCredentials,
  type ServiceDefinition,
} from '@grpc/grpc-js';
import { Pool } from 'undici';

const [role, port = '', target = ''] = process.argv.slice(2);
const kinds = { head: 0, data: 1, end: 2 } as const;
/** Request, kind and length of what follows, in bytes. */
const headerBytes = 9;

const asIs = (bytes: Buffer): Buffer => bytes;
const service: ServiceDefinition = {
  link: {
    path: '/bench.Bare/Link',
    requestStream: true,
    responseStream: true,
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  },
};

type Send = (request: number, kind: number, bytes: Buffer) => void;

/** What is said in one turn of the event loop goes as one message. */
function createSend(write: (message: Buffer) => void): Send {
  let waiting: Buffer[] = [];
  const flush = (): void => {
    const all = waiting;
    waiting = [];
    write(Buffer.concat(all));
  };
  return (request, kind, bytes) => {
    if (waiting.length === 0) setImmediate(flush);
    const header = Buffer.allocUnsafe(headerBytes);
    header.writeUInt32LE(request, 0);
    header.writeUInt8(kind, 4);
    header.writeUInt32LE(bytes.length, 5);
    waiting.push(header, bytes);
  };
}

function takeEach(message: Buffer, take: Send): void {
  for (let at = 0; at < message.length; ) {
    const end = at + headerBytes + message.readUInt32LE(at + 5);
    take(message.readUInt32LE(at), message.readUInt8(at + 4), message.subarray(at + headerBytes, end));
    at = end;
  }
}

/** Asks where it is asked to; `path` comes before the body, in a line of its own. */
function serveGateway(): void {
  const pool = new Pool(target, { connections: 256 });
  const link: handleBidiStreamingCall<Buffer, Buffer> = (call) => {
    const send = createSend((message) => void call.write(message));
    const ask: Send = (request, _kind, bytes) => {
      const lineEnd = bytes.indexOf(10);
      const [path, body] = [bytes.toString('latin1', 0, lineEnd), bytes.subarray(lineEnd + 1)];
      const headers = { 'content-type': 'application/json', authorization: 'Bearer any' };
      pool.dispatch(
        { path, method: 'POST', headers, body },
        {
          onRequestStart() {},
          onResponseStart(_controller, status, answered) {
            send(request, kinds.head, Buffer.from(`${status} ${String(answered['content-type'])}`));
          },
          onResponseData: (_controller, data) => send(request, kinds.data, data),
          onResponseEnd: () => send(request, kinds.end, Buffer.alloc(0)),
          onResponseError(_controller, error) {
            throw error;
          },
        },
      );
    };
    call.on('data', (message: Buffer) => takeEach(message, ask));
    call.on('error', () => undefined);
  };
  const server = new Server();
  server.addService(service, { link });
  server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error) => {
    if (error) throw error;
    process.stdout.write('ready\n');
  });
}

function serveIngress(): void {
  const Client = makeGenericClientConstructor(service, 'Bare');
  const call = new Client(target, credentials.createInsecure()).link?.();
  const send = createSend((message) => call.write(message));
  const open = new Map<number, ServerResponse>();
  let last = 0;
  call.on('data', (message: Buffer) =>
    takeEach(message, (request, kind, bytes) => {
      const response = open.get(request);
      if (kind === kinds.head) {
        const [status, contentType = ''] = bytes.toString('latin1').split(' ', 2);
        response?.writeHead(Number(status), { 'content-type': contentType });
      } else if (kind === kinds.data) response?.write(bytes);
      else {
        open.delete(request);
        response?.end();
      }
    }),
  );
  call.on('error', () => process.exit(1));
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [Buffer.from(`${request.url}\n`)];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      last += 1;
      open.set(last, response);
      send(last, kinds.head, Buffer.concat(pieces));
    });
  });
  server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
}

if (role === 'gateway') serveGateway();
else serveIngress();
