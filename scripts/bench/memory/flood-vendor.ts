import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { boundPort, listen } from '@headgate/runtime/operations';

/** An answer on its way: how much of it the connection has taken, and whether it takes no more just now. */
export interface Flood {
  takenBytes: number;
  isPaused: boolean;
}

export interface FloodVendor {
  url: string;
  /** All answers that were asked for since the last time this was called, in their order. */
  takeFloods(): Flood[];
  stop(): Promise<void>;
}

const partBytes = 16 * 1024;
const filler = 'lorem ipsum '.repeat(partBytes / 12);

/**
 * A vendor in OpenAI's style that says as many bytes as the first number in a request says, as a stream, as a sound, or
 * else whole. It sends no faster than the connection takes it, and holds a piece at a time.
 */
export async function startFloodVendor(): Promise<FloodVendor> {
  let floods: Flood[] = [];
  const server = createServer((request, response) => {
    const flood: Flood = { takenBytes: 0, isPaused: false };
    floods.push(flood);
    answer(request, response, flood).catch(() => response.destroy());
  });
  await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    url: `http://127.0.0.1:${boundPort(server)}`,
    takeFloods() {
      const taken = floods;
      floods = [];
      return taken;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, flood: Flood): Promise<void> {
  const asked = await text(request);
  const sizeBytes = Number(/flood of (\d+)/.exec(asked)?.[1] ?? 0);
  const isSound = request.url?.endsWith('/audio/speech') ?? false;
  const isStream = asked.includes('"stream":true');
  const type = isSound ? 'audio/mpeg' : isStream ? 'text/event-stream' : 'application/json';
  response.writeHead(200, { 'content-type': type });
  const pieces = isSound ? soundOf(sizeBytes) : isStream ? streamOf(sizeBytes) : wholeOf(sizeBytes);
  const gone = once(response, 'close');
  for (const piece of pieces) {
    const hasRoom = response.write(piece);
    flood.takenBytes += piece.length;
    if (hasRoom) continue;
    flood.isPaused = true;
    await Promise.race([once(response, 'drain'), gone]);
    flood.isPaused = false;
    if (response.destroyed) return;
  }
  response.end();
}

function* soundOf(sizeBytes: number): Generator<Buffer> {
  const part = Buffer.from(filler);
  for (let left = sizeBytes; left > 0; left -= part.length) yield part.subarray(0, left);
}

const usage = { prompt_tokens: 10, completion_tokens: 1_000, total_tokens: 1_010 };

function* streamOf(sizeBytes: number): Generator<Buffer> {
  const chunk = (choices: object[], more: object = {}): Buffer =>
    Buffer.from(
      `data: ${JSON.stringify({ id: 'flood', object: 'chat.completion.chunk', created: 1, model: 'flood', choices, ...more })}\n\n`,
    );
  const part = chunk([{ index: 0, delta: { content: filler }, finish_reason: null }]);
  for (let left = sizeBytes; left > 0; left -= filler.length) yield part;
  yield chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]);
  yield chunk([], { usage });
  yield Buffer.from('data: [DONE]\n\n');
}

function* wholeOf(sizeBytes: number): Generator<Buffer> {
  yield Buffer.from(
    '{"id":"flood","object":"chat.completion","created":1,"model":"flood","choices":[{"index":0,"message":{"role":"assistant","content":"',
  );
  yield* soundOf(sizeBytes);
  yield Buffer.from(`"},"finish_reason":"stop"}],"usage":${JSON.stringify(usage)}}`);
}
