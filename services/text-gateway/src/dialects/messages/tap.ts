import { isRecord, type JsonRecord } from '../../json/read.ts';
import { readScanned } from '../../json/scan-body.ts';
import { scanLeniently } from '../../json/scan-leniently.ts';
import { createShapes } from '../../json/shapes.ts';
import { splice } from '../../json/splice.ts';
import { editWithin } from '../../json/splice-within.ts';
import { encodeSse, isDoneMark } from '../../sse.ts';
import type { Tap, TapOptions } from '../passage.ts';
import { containerIdOf } from './request/container-id.ts';
import { addCounts, decodeUsage } from './usage.ts';
import { readWordAtBeginning } from './wire/tier-word.ts';

/** What the events of a block say, in which they differ. */
const said = /"(?:text|thinking|partial_json)":\s*"/g;

/** Nothing of an answer. */
const prelude: ReadonlySet<unknown> = new Set(['message_start', 'ping']);

const serverTool = Buffer.from('"server_tool_use"');

const stopFrame = encodeSse(Buffer.from('{"type":"message_stop"}'), 'message_stop');

/** The count that a block adds to, where it is a call of a tool that the vendor counts. */
function countOf(block: unknown): string | undefined {
  if (!isRecord(block) || block.type !== 'server_tool_use') return undefined;
  return block.name === 'web_search' || block.name === 'web_fetch' ? `${block.name}_requests` : undefined;
}

/** Only the event that begins a message names its model; all others are scanned and pass. */
export function createTap({ model }: TapOptions): Tap {
  const shapes = createShapes(said);
  let counts: JsonRecord = {};
  /** By the names of their counts, which come with the end. */
  const began: Record<string, number> = {};

  function note(usage: unknown): void {
    if (!isRecord(usage)) return;
    counts = addCounts(counts, usage);
    tap.usage = decodeUsage(counts);
  }

  const tap: Tap = {
    usage: undefined,
    servedAt: undefined,
    isPrelude: true,
    isDone: false,
    hasFinished: false,
    error: undefined,
    see({ raw, data: came }) {
      if (came.length === 0 || shapes.match(came) !== undefined) return raw;
      // Some end with the word of another protocol, in place of their own.
      if (isDoneMark(came)) {
        tap.isDone = tap.hasFinished;
        return tap.isDone ? stopFrame : undefined;
      }
      const { bytes: data, scanned, isExact } = scanLeniently(came);
      const read = (name: string): unknown => readScanned(data, scanned, name);
      // Also as others have it, without a type.
      if (isRecord(read('error'))) tap.error = read('error');
      const type = read('type');
      tap.isPrelude &&= prelude.has(type);
      switch (type) {
        case 'message_start': {
          const edited = editWithin(data, scanned, 'message', (inner, members) => {
            // What it says of output is said before there is any.
            const usage = readScanned(inner, members, 'usage');
            if (isRecord(usage)) {
              note({ ...usage, output_tokens: undefined });
              tap.servedAt = readWordAtBeginning(usage);
            }
            tap.answerId = containerIdOf(readScanned(inner, members, 'container'));
            const isNamed = model !== undefined && members.members.has('model');
            return new Map(isNamed ? [['model', JSON.stringify(model)]] : []);
          });
          if (model === undefined || !edited) return raw;
          return encodeSse(splice(data, scanned, new Map([edited])), 'message_start');
        }
        case 'message_delta': {
          note(read('usage'));
          const delta = read('delta');
          tap.hasFinished ||= isRecord(delta) && typeof delta.stop_reason === 'string';
          if (isRecord(delta)) tap.answerId ??= containerIdOf(delta.container);
          return raw;
        }
        case 'message_stop':
          tap.isDone = true;
          return raw;
        case 'error':
          tap.error = read('error') || 'error';
          return raw;
        case 'content_block_start': {
          const name = data.includes(serverTool) ? countOf(read('content_block')) : undefined;
          if (name === undefined) return raw;
          began[name] = (began[name] ?? 0) + 1;
          // They cost something although the counts of the end may never come.
          note({ server_tool_use: { ...began } });
          return raw;
        }
        case 'content_block_delta':
          if (tap.error === undefined && isExact) shapes.learn(data);
          return raw;
        default:
          return raw;
      }
    },
  };
  return tap;
}
