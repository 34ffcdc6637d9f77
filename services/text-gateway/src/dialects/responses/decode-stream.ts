import type { ReplyEvent } from '../../canon/events.ts';
import { withServiceTier } from '../../canon/service-tier.ts';
import { withToolCalls } from '../../canon/usage.ts';
import { parseJson } from '../../json/parse.ts';
import { isRecord, type JsonRecord } from '../../json/read.ts';
import type { StreamDecoder } from '../codec.ts';
import { decodeEnding } from './endings.ts';
import { type ItemPlaces, placeItems } from './items/place-items.ts';
import { type BlockReader, createBlockReader } from './items/read-blocks.ts';
import { readFault } from './items/read-fault.ts';
import { decodeUsage } from './usage.ts';
import { countToolCalls } from './wire/tool-calls.ts';

interface State {
  phase: 'before' | 'within' | 'over';
  blocks: BlockReader;
  places: ItemPlaces;
}

export function createStreamDecoder(): StreamDecoder {
  const state: State = { phase: 'before', blocks: createBlockReader(), places: placeItems() };
  return {
    push(data) {
      if (state.phase === 'over' || data.trim() === '[DONE]') return [];
      const event: unknown = parseJson(data);
      if (!isRecord(event)) throw new Error('The frame is no event');
      const { type } = event;
      if (typeof type !== 'string') return isRecord(event.error) ? refuse(state, event) : unknownFrame();
      const handle = Object.hasOwn(handlers, type) ? handlers[type] : undefined;
      return handle?.(state, event) ?? [];
    },
    end: () => [],
  };
}

/** Events of tools that the upstream runs by itself have no handler: their items say all of it. */
const handlers: Record<string, (state: State, event: JsonRecord) => ReplyEvent[]> = {
  'response.created': begin,
  'response.queued': begin,
  'response.in_progress': begin,
  'response.output_item.added': ofItem((blocks, event) => blocks.add(event)),
  'response.output_text.delta': ofItem((blocks, event) => blocks.say('text', event)),
  'response.output_text.done': ofItem((blocks, event) => blocks.sayRest('text', event, event.text)),
  'response.refusal.delta': ofItem((blocks, event) => blocks.say('refusal', event)),
  'response.refusal.done': ofItem((blocks, event) => blocks.sayRest('refusal', event, event.refusal)),
  'response.reasoning_summary_text.delta': ofItem((blocks, event) => blocks.think(event)),
  'response.reasoning_text.delta': ofItem((blocks, event) => blocks.think(event)),
  'response.function_call_arguments.delta': ofItem((blocks, event) => blocks.call(event)),
  'response.function_call_arguments.done': ofItem((blocks, event) => blocks.callRest(event)),
  'response.custom_tool_call_input.delta': ofItem((blocks, event) => blocks.input(event)),
  'response.output_item.done': ofItem((blocks, event) => blocks.settle(event.output_index, event.item)),
  'response.completed': within(finish),
  'response.incomplete': within(finish),
  'response.failed': within(fail),
  'response.cancelled': within(cancel),
  error: refuse,
};

function begin(state: State): ReplyEvent[] {
  if (state.phase !== 'before') return [];
  state.phase = 'within';
  return [{ kind: 'reply-start' }];
}

/** Some upstreams leave the first events away. */
function within(handle: (state: State, event: JsonRecord) => ReplyEvent[]): typeof handle {
  return (state, event) => [...begin(state), ...handle(state, event)];
}

function ofItem(handle: (blocks: BlockReader, event: JsonRecord) => ReplyEvent[]): ReturnType<typeof within> {
  return within((state, event) => handle(state.blocks, state.places.place(event)));
}

function finish(state: State, event: JsonRecord): ReplyEvent[] {
  const response = responseOf(event);
  const ended = state.blocks.end(state.places.placeAll(response.output));
  // Some upstreams leave the status of the response at in_progress.
  const status = event.type === 'response.completed' ? 'completed' : 'incomplete';
  const ending = decodeEnding({ ...response, status }, state.blocks.hasCalls);
  state.phase = 'over';
  return [...ended, ...readUsage(response), ...(ending ? [{ kind: 'reply-end' as const, ending }] : [])];
}

function fail(state: State, event: JsonRecord): ReplyEvent[] {
  const response = responseOf(event);
  state.phase = 'over';
  return [...readUsage(response), { kind: 'fault', fault: readFault(response.error) }];
}

/** Whoever cancelled it has no word for it in other dialects: it broke off. */
function cancel(state: State, event: JsonRecord): ReplyEvent[] {
  state.phase = 'over';
  const message = 'The answer was cancelled.';
  return [...readUsage(responseOf(event)), { kind: 'fault', fault: { message } }];
}

function refuse(state: State, event: JsonRecord): ReplyEvent[] {
  state.phase = 'over';
  return [{ kind: 'fault', fault: readFault(isRecord(event.error) ? event.error : event) }];
}

function responseOf({ response }: JsonRecord): JsonRecord {
  if (!isRecord(response)) throw new Error('The event has no response');
  return response;
}

function readUsage(response: JsonRecord): ReplyEvent[] {
  const counts = withToolCalls(
    decodeUsage(response.usage),
    countToolCalls(response.output, response.tool_usage),
  );
  const usage = withServiceTier(counts, response.service_tier);
  return usage ? [{ kind: 'usage', usage }] : [];
}

function unknownFrame(): never {
  throw new Error('The frame is no event');
}
