/**
 * The upstream of this bench, a process of its own: reads a request and answers it as its path says, with a kilobyte, whole or
 * in 200 events. Its parent says how far these are apart; it says its port.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dialects } from '../../dialects/index.ts';
import { replyBytes, streamFrames } from '../samples.ts';

/** 0 sends all events at once; undefined sends the first one, and no more. */
export interface Pacing {
  gapMs: number | undefined;
}

let gapMs: number | undefined = 0;
const answers = new Map(
  Object.values(dialects).map((dialect) => {
    const frames = streamFrames(dialect.codec);
    return [dialect.name as string, { whole: replyBytes(dialect.codec), frames, all: Buffer.concat(frames) }];
  }),
);

process.on('message', (pacing: Pacing) => {
  gapMs = pacing.gapMs;
});
process.on('disconnect', () => process.exit());

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (bytes: Buffer) => chunks.push(bytes));
  request.on('end', () => {
    const url = request.url ?? '';
    const answer = answers.get(styleOf(url));
    if (!answer) return void response.writeHead(404).end();
    const isStream = url.includes('stream') || Buffer.concat(chunks).includes('"stream":true');
    if (isStream) return stream(response, answer);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.whole.length });
    response.end(answer.whole);
  });
});

function stream(response: ServerResponse, { frames, all }: { frames: Buffer[]; all: Buffer }): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (gapMs === 0) return void response.end(all);
  response.write(frames[0]);
  if (gapMs === undefined) return;
  let at = 1;
  const timer = setInterval(() => {
    response.write(frames[at]);
    at += 1;
    if (at < frames.length) return;
    clearInterval(timer);
    response.end();
  }, gapMs);
}

function styleOf(url: string): string {
  if (url.includes('/chat/completions')) return 'chat-completions';
  if (url.includes('/responses')) return 'responses';
  return url.includes('/messages') ? 'messages' : 'generate-content';
}

// Whoever asks lets go of a connection first, however long the machine is busy with others.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
