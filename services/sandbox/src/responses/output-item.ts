// Only this dialect opens and closes items around what is said.
import type { Delta } from '../answer/produce.ts';
import type { Frame } from '../exchange/exchange.ts';
import { asRecord, parseJson } from '../json-record.ts';
import { encryptContent } from './encrypted-content.ts';
import type { OwnTool } from './read-tools.ts';
import type { Status } from './response-shell.ts';

/** One event of a stream. Without a name it is not sent: what it holds only counts. */
export interface Event {
  frame: Frame['type'];
  name: string | null;
  members: object;
  deltas: readonly Delta[];
}

/** An item that is being said: the events that open it, add to it and close it. */
export interface OpenItem {
  kind: 'reasoning' | 'message' | 'function_call' | 'custom_tool_call';
  open: Event[];
  add(text: string, delta: Delta): Event;
  close(status: Status): { item: object; events: Event[] };
}

export function event(
  name: string | null,
  members: object,
  frame: Frame['type'] = 'block',
  deltas: readonly Delta[] = [],
): Event {
  return { frame, name, members, deltas };
}

export function openMessage(id: string, index: number): OpenItem {
  const place = { item_id: id, output_index: index, content_index: 0 };
  const partOf = (text: string): object => ({ type: 'output_text', annotations: [], logprobs: [], text });
  const itemOf = (status: Status, content: object[]): object => ({
    id,
    type: 'message',
    status,
    content,
    role: 'assistant',
  });
  let text = '';
  return {
    kind: 'message',
    open: [
      event('response.output_item.added', { output_index: index, item: itemOf('in_progress', []) }),
      event('response.content_part.added', { ...place, part: partOf('') }),
    ],
    add(said, delta) {
      text += said;
      return event('response.output_text.delta', { ...place, delta: said, logprobs: [] }, 'piece', [delta]);
    },
    close(status) {
      const item = itemOf(status, [partOf(text)]);
      const events = [
        event('response.output_text.done', { ...place, text, logprobs: [] }),
        event('response.content_part.done', { ...place, part: partOf(text) }),
        event('response.output_item.done', { output_index: index, item }),
      ];
      return { item, events };
    },
  };
}

/** A call of a tool, and where it stands. */
export interface CallPlace {
  id: string;
  index: number;
  callId: string;
  tool: OwnTool;
}

function ownName({ name, namespace }: OwnTool): object {
  return { name, ...(namespace !== null && { namespace }) };
}

export function openCall({ id, index, callId, tool }: CallPlace, delta: Delta): OpenItem {
  const { name } = tool;
  const place = { item_id: id, output_index: index };
  const itemOf = (status: Status, json: string): object => ({
    id,
    type: 'function_call',
    status,
    arguments: json,
    call_id: callId,
    ...ownName(tool),
  });
  let json = '';
  const added = { output_index: index, item: itemOf('in_progress', '') };
  return {
    kind: 'function_call',
    open: [event('response.output_item.added', added, 'piece', [delta])],
    add(said, part) {
      json += said;
      return event('response.function_call_arguments.delta', { ...place, delta: said }, 'piece', [part]);
    },
    close(status) {
      const item = itemOf(status, json);
      const events = [
        event('response.function_call_arguments.done', { ...place, arguments: json, name }),
        event('response.output_item.done', { output_index: index, item }),
      ];
      return { item, events };
    },
  };
}

/** Its text comes in one piece: that it is JSON until then is the sandbox's own affair. */
export function openCustomCall({ id, index, callId, tool }: CallPlace, delta: Delta): OpenItem {
  const place = { item_id: id, output_index: index };
  const itemOf = (status: Status, input: string): object => ({
    id,
    type: 'custom_tool_call',
    status,
    call_id: callId,
    input,
    ...ownName(tool),
  });
  let json = '';
  const added = { output_index: index, item: itemOf('in_progress', '') };
  return {
    kind: 'custom_tool_call',
    open: [event('response.output_item.added', added, 'piece', [delta])],
    add(said, part) {
      json += said;
      return event(null, {}, 'block', [part]);
    },
    close(status) {
      const input = inputIn(json);
      const item = itemOf(status, input);
      const events = [
        event('response.custom_tool_call_input.delta', { ...place, delta: input }),
        event('response.custom_tool_call_input.done', { ...place, input }),
        event('response.output_item.done', { output_index: index, item }),
      ];
      return { item, events };
    },
  };
}

/** Cut JSON has said nothing yet. */
function inputIn(json: string): string {
  const input = asRecord(parseJson(json))?.input;
  return typeof input === 'string' ? input : '';
}

export interface ReasoningShape {
  showsSummary: boolean;
  includesEncrypted: boolean;
}

/** Without a summary the reasoning is an empty item, and its text only counts. */
export function openReasoning(id: string, index: number, shape: ReasoningShape): OpenItem {
  const place = { item_id: id, output_index: index, summary_index: 0 };
  const partOf = (text: string): object => ({ type: 'summary_text', text });
  const itemOf = (summary: object[]): object => ({ id, type: 'reasoning', summary });
  const { showsSummary, includesEncrypted } = shape;
  let text = '';
  const added = event('response.output_item.added', { output_index: index, item: itemOf([]) });
  const partAdded = event('response.reasoning_summary_part.added', { ...place, part: partOf('') });
  return {
    kind: 'reasoning',
    open: showsSummary ? [added, partAdded] : [added],
    add(said, delta) {
      if (!showsSummary) return event(null, {}, 'block', [delta]);
      text += said;
      return event('response.reasoning_summary_text.delta', { ...place, delta: said }, 'piece', [delta]);
    },
    close() {
      const item = {
        ...itemOf(showsSummary ? [partOf(text)] : []),
        ...(includesEncrypted && { encrypted_content: encryptContent(id, '') }),
      };
      const summaryDone = [
        event('response.reasoning_summary_text.done', { ...place, text }),
        event('response.reasoning_summary_part.done', { ...place, part: partOf(text) }),
      ];
      const done = event('response.output_item.done', { output_index: index, item });
      return { item, events: showsSummary ? [...summaryDone, done] : [done] };
    },
  };
}
