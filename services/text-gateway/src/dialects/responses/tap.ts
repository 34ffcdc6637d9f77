import { withServiceTier } from '../../canon/service-tier.ts';
import { noUsage, withToolCalls } from '../../canon/usage.ts';
import { nonEmptyText } from '../../json/non-empty-text.ts';
import { memberBytes } from '../../json/parts.ts';
import { readScanned } from '../../json/scan-body.ts';
import { scanLeniently } from '../../json/scan-leniently.ts';
import { createShapes } from '../../json/shapes.ts';
import { splice } from '../../json/splice.ts';
import { editWithin } from '../../json/splice-within.ts';
import { encodeSse } from '../../sse.ts';
import { errorInEvent } from '../error-in-event.ts';
import type { Tap, TapOptions } from '../passage.ts';
import { decodeUsage } from './usage.ts';
import { failureOf, responseEdits } from './wire/rewrite.ts';
import { countToolCalls, mayHoldToolCalls, readPricedItem } from './wire/tool-calls.ts';

const terminal = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'response.cancelled',
]);
const announcing = ['response.created', 'response.queued', 'response.in_progress'];
/** Those that carry the whole Response object. */
const carriers = new Set([...terminal, ...announcing]);
/** Nothing of an answer. */
const prelude = new Set([...announcing, 'keepalive']);

/** What deltas say, in which they differ; and what hides how long that is. */
const said = /"(?:delta|obfuscation)":\s*"|"sequence_number":\s*(?=\d)/g;

/** Only events with the Response in them are rewritten; deltas are scanned and pass. */
export function createTap({ model }: TapOptions): Tap {
  const shapes = createShapes(said);
  /** Items that are done and may have cost something by themselves. */
  const items: unknown[] = [];
  const tap: Tap = {
    usage: undefined,
    isPrelude: true,
    isDone: false,
    hasFinished: false,
    error: undefined,
    see({ raw, data: came }) {
      if (came.length === 0 || shapes.match(came) !== undefined) return raw;
      const { bytes: data, scanned, isExact } = scanLeniently(came);
      const type = String(readScanned(data, scanned, 'type'));
      tap.isPrelude &&= prelude.has(type);
      tap.error = errorInEvent(type, (name) => readScanned(data, scanned, name)) ?? tap.error;
      if (type === 'response.output_item.done' && mayHoldToolCalls(data)) {
        items.push(readPricedItem(memberBytes(data, scanned, 'item')));
        // They cost something although the counts of the end may never come.
        const toolCalls = countToolCalls(items);
        if (Object.keys(toolCalls).length > 0)
          tap.usage = Object.assign(tap.usage ?? { ...noUsage }, { toolCalls });
      }
      if (type.endsWith('.delta') && tap.error === undefined && isExact) shapes.learn(data);
      if (!carriers.has(type)) return raw;
      const edited = editWithin(data, scanned, 'response', (inner, members) => {
        const read = (name: string): unknown => readScanned(inner, members, name);
        const usage = read('usage');
        tap.answerId ??= nonEmptyText(read('id'));
        const counted = withToolCalls(decodeUsage(usage), countToolCalls(items, read('tool_usage')));
        if (counted) tap.usage = withServiceTier(counted, read('service_tier'));
        tap.error ??= failureOf(read('status'), read('error'));
        return responseEdits(inner, members, model);
      });
      if (terminal.has(type)) tap.isDone = tap.hasFinished = tap.error === undefined;
      return edited ? encodeSse(splice(data, scanned, new Map([edited])), type) : raw;
    },
  };
  return tap;
}
