import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DialectName } from '../canon/dialect-name.ts';
import type { Reply } from '../canon/fold.ts';
import type { CanonRequest } from '../canon/request.ts';

/** One case in one dialect: the bytes as its vendor has them, and what they say. */
export interface Fixture {
  name: string;
  /** `request.json`: the body of a request. */
  request: unknown;
  /** `reply.json`: a whole answer. */
  reply: unknown;
  /** `stream.sse`: the same answer as a stream. */
  stream: Buffer;
  /** `canon.json`: the request and the answer in the canonical form. */
  canon: { request: CanonRequest; reply: Reply };
}

const dialects = join(import.meta.dirname, '../dialects');

export function readFixtures(dialect: DialectName): Fixture[] {
  const folder = join(dialects, dialect, 'fixtures');
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
    stream: readFileSync(join(folder, 'stream.sse')),
    canon: json('canon.json') as Fixture['canon'],
  };
}
