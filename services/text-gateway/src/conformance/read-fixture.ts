import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WireName } from '../canon/dialect-name.ts';
import type { Reply } from '../canon/fold.ts';
import type { CanonRequest } from '../canon/request.ts';
import { eventStreamBytes } from '../testing/event-stream-bytes.ts';

/** One case in one dialect: the bytes as its vendor has them, and what they say. */
export interface Fixture {
  name: string;
  /** `request.json`: the body of a request. */
  request: unknown;
  /** `reply.json`: a whole answer. */
  reply: unknown;
  /** `stream.sse`: the same answer as a stream. Of a binary framing `stream.jsonl` has an event in each line. */
  stream: Buffer;
  /** `canon.json`: the request and the answer in the canonical form. */
  canon: { request: CanonRequest; reply: Reply };
}

const dialects = join(import.meta.dirname, '../dialects');

export function readFixtures(style: WireName): Fixture[] {
  const folder = join(dialects, style, 'fixtures');
  return readdirSync(folder)
    .sort()
    .map((name) => readFixture(join(folder, name), name));
}

function readFixture(folder: string, name: string): Fixture {
  const json = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  return {
    name,
    request: json('request.json'),
    reply: json('reply.json'),
    stream: readStream(folder),
    canon: json('canon.json') as Fixture['canon'],
  };
}

function readStream(folder: string): Buffer {
  const lines = join(folder, 'stream.jsonl');
  if (!existsSync(lines)) return readFileSync(join(folder, 'stream.sse'));
  const events = readFileSync(lines, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return Buffer.concat(events.map(eventStreamBytes));
}
