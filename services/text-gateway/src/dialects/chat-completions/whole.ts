import { scanObject } from '../../json/scan.ts';
import { type Edits, splice } from '../../json/splice.ts';
import { readUsage, type TokenUsage } from './usage.ts';

/** A whole chat completion, as far as the gateway must know it. */
export interface WholeAnswer {
  /** What the client gets: the upstream's bytes, under the requested model's name where it was mapped. */
  body: Buffer;
  usage: TokenUsage | undefined;
  /** The upstream sent an error under a status that says success: what it said. */
  error: unknown;
}

/** Throws when the bytes are not a chat completion. */
export function readWholeAnswer(bytes: Buffer, model: string | undefined): WholeAnswer {
  const scanned = scanObject(bytes);
  const read = (name: string): unknown => {
    const span = scanned.members.get(name)?.value;
    return span && JSON.parse(bytes.toString('utf8', span.start, span.end));
  };
  const error = scanned.members.has('error') ? read('error') : undefined;
  if (!error && !scanned.members.has('choices')) throw new Error('The answer has no choices');
  const edits: Edits =
    model !== undefined && scanned.members.has('model')
      ? new Map([['model', JSON.stringify(model)]])
      : new Map();
  return { body: splice(bytes, scanned, edits), usage: readUsage(read('usage')), error: error ?? undefined };
}
