// The events of this dialect hold the whole answer in the end, so both forms of an answer come from here.
import type { Usage } from '../answer/meter.ts';
import type { Delta } from '../answer/produce.ts';
import type { JsonRecord } from '../json-record.ts';
import { type AnswerIdentity, callId, itemId } from './identity.ts';
import {
  type Event,
  event,
  type OpenItem,
  openCall,
  openCustomCall,
  openMessage,
  openReasoning,
  type ReasoningShape,
} from './output-item.ts';
import type { OwnTool, OwnTools } from './read-tools.ts';
import { responseOf, type Status, statusOf } from './response-shell.ts';

export interface ResponseShape extends ReasoningShape {
  /** The request, which the response repeats. */
  body: JsonRecord;
  ownTools: OwnTools;
  /** Told of the output when it is complete. */
  onOutput(output: object[]): void;
}

/**
 * The events of one response: created and in progress, one output item after the other, and the one that ends it,
 * which holds all of it. `usage` is called for the last; null leaves it out.
 */
export function* responseEvents(
  deltas: Iterable<Delta>,
  identity: AnswerIdentity,
  shape: ResponseShape,
  usage: (() => Usage) | null,
): Generator<Event> {
  const items = createItems();
  for (const delta of deltas) {
    switch (delta.type) {
      case 'start': {
        const response = responseOf(identity, shape.body, [], null, usage?.() ?? null);
        yield event('response.created', { response }, 'start', [delta]);
        yield event('response.in_progress', { response }, 'start');
        break;
      }
      case 'reasoning':
        if (items.openKind() !== 'reasoning') {
          const index = items.nextIndex();
          yield* items.enter(openReasoning(itemId(identity, 'rs', index), index, shape));
        }
        yield* items.add(delta.text, delta);
        break;
      case 'content':
        if (items.openKind() !== 'message') {
          yield* items.leave('completed');
          const index = items.nextIndex();
          yield* items.enter(openMessage(itemId(identity, 'msg', index), index));
        }
        yield* items.add(delta.text, delta);
        break;
      case 'call-start': {
        yield* items.leave('completed');
        const index = items.nextIndex();
        const tool = shape.ownTools.get(delta.name) ?? plainTool(delta.name);
        const id = itemId(identity, tool.isCustom ? 'ctc' : 'fc', index);
        const open = tool.isCustom ? openCustomCall : openCall;
        yield* items.enter(open({ id, index, callId: callId(identity, delta.call), tool }, delta));
        break;
      }
      case 'call-arguments':
        yield* items.add(delta.text, delta);
        break;
      case 'finish': {
        const status = statusOf(delta.reason);
        yield* items.leave(status === 'completed' ? 'completed' : 'incomplete');
        shape.onOutput(items.output);
        const response = responseOf(identity, shape.body, items.output, delta.reason, usage?.() ?? null);
        yield event(`response.${status}`, { response }, 'finish', [delta]);
      }
    }
  }
}

function plainTool(name: string): OwnTool {
  return { name, namespace: null, isCustom: false };
}

/** Items follow each other: one is left before the next is entered. */
function createItems() {
  const output: object[] = [];
  let open: OpenItem | null = null;
  return {
    /** Those that were left. */
    output,
    nextIndex: () => output.length,
    openKind: () => open?.kind ?? null,
    enter(item: OpenItem): Event[] {
      open = item;
      return item.open;
    },
    add: (text: string, delta: Delta): Event[] => (open ? [open.add(text, delta)] : []),
    leave(status: Status): Event[] {
      if (!open) return [];
      const { item, events } = open.close(status);
      output.push(item);
      open = null;
      return events;
    },
  };
}
