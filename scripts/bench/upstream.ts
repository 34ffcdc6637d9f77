/**
 * The upstream of the lanes, a process of its own: it says from memory what the sandbox answered when it was first
 * asked the same, and paces it as the question's `delay=` says. Arguments: its port, and the sandbox's address.
 */
import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '@headgate/runtime/operations';
import { wait } from '@headgate/runtime/wait';

interface Recorded {
  status: number;
  contentType: string;
  /** A whole answer is one piece. Those of a stream are written together up to `batchBytes` if nothing delays them. */
  pieces: Buffer[];
  isStream: boolean;
  delayMs: number;
}

/** A lane asks the same over and over: more questions than this are none of a lane's. */
const mostRecorded = 1_000;
/** As the sandbox writes what is due at the same time. */
const batchBytes = 16 * 1024;
const recordTimeoutMs = 60_000;
const [port = '', sandboxUrl = ''] = process.argv.slice(2);
const recorded = new Map<string, Promise<Recorded>>();

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    answer(request, Buffer.concat(parts), response).catch((error: Error) => {
      process.stderr.write(`${error.stack}\n`);
      response.destroy();
    });
  });
});
// Longer than any pool keeps a connection that nobody uses.
server.keepAliveTimeout = 600_000;
await listen(server, { host: '127.0.0.1', port: Number(port) });
process.stdout.write('listening\n');
process.stdin.resume().once('end', () => process.exit());

async function answer(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
  const question = `${request.url} ${hash('sha1', body)}`;
  let known = recorded.get(question);
  if (!known) {
    if (recorded.size >= mostRecorded) throw new Error(`More than ${mostRecorded} questions were asked`);
    known = record(request, body.toString());
    recorded.set(question, known);
    known.catch(() => recorded.delete(question));
  }
  const { status, contentType, pieces, isStream, delayMs } = await known;
  if (isStream) {
    response.writeHead(status, { 'content-type': contentType, 'transfer-encoding': 'chunked' });
    if (delayMs > 0) return pace(response, pieces, delayMs);
    for (const piece of pieces) response.write(piece);
    response.end();
  } else {
    const [whole = ''] = pieces;
    if (delayMs > 0) await wait(delayMs);
    response.writeHead(status, { 'content-type': contentType, 'content-length': whole.length }).end(whole);
  }
}

async function record({ url, headers }: IncomingMessage, body: string): Promise<Recorded> {
  const kept = ['authorization', 'x-api-key', 'x-goog-api-key', 'anthropic-version', 'content-type'];
  const response = await fetch(`${sandboxUrl}${url}`, {
    method: 'POST',
    headers: kept.flatMap((name): [string, string][] => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
    body: body.replace(/ delay=\d+/, ''),
    signal: AbortSignal.timeout(recordTimeoutMs),
  });
  const said = Buffer.from(await response.arrayBuffer());
  const contentType = response.headers.get('content-type') ?? 'application/json';
  const isStream = contentType.startsWith('text/event-stream');
  const delayMs = Number(/ delay=(\d+)/.exec(body)?.[1] ?? 0);
  const events = isStream ? splitEvents(said) : [said];
  const pieces = isStream && delayMs === 0 ? joinUpTo(batchBytes, events) : events;
  return { status: response.status, contentType, pieces, isStream, delayMs };
}

function splitEvents(stream: Buffer): Buffer[] {
  return stream
    .toString()
    .split(/(?<=\r?\n\r?\n)/)
    .map((event) => Buffer.from(event));
}

function joinUpTo(sizeBytes: number, pieces: readonly Buffer[]): Buffer[] {
  const joined: Buffer[][] = [[]];
  let length = 0;
  for (const piece of pieces) {
    if (length >= sizeBytes) {
      joined.push([]);
      length = 0;
    }
    joined.at(-1)?.push(piece);
    length += piece.length;
  }
  return joined.map((batch) => Buffer.concat(batch));
}

/** Every stream has moments of its own, so that events of different streams do not fall together. */
function pace(response: ServerResponse, events: readonly Buffer[], delayMs: number): void {
  const begun = performance.now() + Math.random() * delayMs;
  let next = 0;
  let timer: NodeJS.Timeout | undefined;
  response.on('close', () => clearTimeout(timer));
  const write = (): void => {
    const now = performance.now();
    for (; next < events.length && begun + next * delayMs <= now; next += 1) response.write(events[next]);
    if (next === events.length) response.end();
    else timer = setTimeout(write, Math.ceil(begun + next * delayMs - now));
  };
  write();
}
