import type { BlockStart } from '../../../canon/events.ts';
import { noSeal, type Seal } from '../../../canon/seal.ts';
import { readArgs } from '../../../canon/tools/args.ts';
import type { FindTools } from '../../../canon/tools/find-tools.ts';
import { isFreeform } from '../../../canon/tools/freeform/as-function.ts';
import { createInputReader } from '../../../canon/tools/freeform/input-reader.ts';
import { splitName } from '../../../canon/tools/namespaces.ts';
import { isRecord, type JsonRecord } from '../../../json/read.ts';
import { type SealPlace, writeSlot } from './seal-slot.ts';
import { isSearch } from './tool-search.ts';
import type { MessageWriter } from './write-message.ts';
import type { ItemPlace, Output, WireEvent } from './write-output.ts';

/** What is written of one block. */
export interface BlockWriter {
  delta(text: string): WireEvent[];
  end(text: string, seal: Seal | undefined): WireEvent[];
  /** Ends an item that waits for what comes next, which tells whether it was cut short. */
  close?(status: 'completed' | 'incomplete'): WireEvent[];
}

interface Opened {
  events: WireEvent[];
  writer: BlockWriter;
}

/** Begins a block. A message that is open goes on only with text. */
export function openBlock(
  output: Output,
  message: MessageWriter,
  findTools: FindTools,
  block: BlockStart,
): Opened {
  switch (block.kind) {
    case 'text':
    case 'refusal':
      return openPart(output, message, block.kind);
    case 'reasoning':
      return after(message, block.isRedacted ? openHidden(output) : openThought(output));
    case 'tool-call':
      return after(message, openToolCall(output, block, findTools));
    case 'picture':
      return after(message, openPicture(output, block));
    case 'opaque': {
      const isOwn = block.dialect === 'responses' && isRecord(block.json);
      const events = isOwn && isRecord(block.json) ? output.add(block.json) : [];
      return after(message, { events, writer: { delta: () => [], end: () => [] } });
    }
    default:
      return block satisfies never;
  }
}

function after(message: MessageWriter, { events, writer }: Opened): Opened {
  return { events: [...message.close('completed'), ...events], writer };
}

function openPart(output: Output, message: MessageWriter, kind: 'text' | 'refusal'): Opened {
  return {
    events: message.start(kind),
    writer: {
      delta: (delta) => message.delta(kind, delta),
      end(text, seal) {
        const events = message.end(kind, text);
        return seal
          ? [...events, ...message.close('completed'), ...addSeal(output, seal, 'previous')]
          : events;
      },
    },
  };
}

function openToolCall(
  output: Output,
  { id, name }: Extract<BlockStart, { kind: 'tool-call' }>,
  findTools: FindTools,
): Opened {
  const tools = findTools(name);
  if (isSearch(name, tools)) return openSearch(output, id);
  const tool = splitName(name, tools);
  return isFreeform(name, tools) ? openFreeform(output, id, tool) : openCall(output, id, tool);
}

function openCall(output: Output, id: string, tool: ReturnType<typeof splitName>): Opened {
  const { place, events } = output.begin('fc', {
    type: 'function_call',
    status: 'in_progress',
    call_id: id,
    ...tool,
    arguments: '',
  });
  const delta = (text: string): WireEvent[] => [
    { type: 'response.function_call_arguments.delta', ...place, delta: text },
  ];
  const ends = endLater(output, place);
  return {
    events,
    writer: {
      delta,
      end(text, seal) {
        // Clients parse it, whatever it is.
        const args = text || '{}';
        return [
          ...(text === '' ? delta(args) : []),
          { type: 'response.function_call_arguments.done', ...place, name: tool.name, arguments: args },
          ...ends.hold({ arguments: args }, seal),
        ];
      },
      close: ends.close,
    },
  };
}

function openFreeform(output: Output, id: string, tool: ReturnType<typeof splitName>): Opened {
  const { place, events } = output.begin('ctc', {
    type: 'custom_tool_call',
    status: 'in_progress',
    call_id: id,
    ...tool,
    input: '',
  });
  const reader = createInputReader();
  let input = '';
  const write = (delta: string): WireEvent[] => {
    input += delta;
    return delta === '' ? [] : [{ type: 'response.custom_tool_call_input.delta', ...place, delta }];
  };
  const ends = endLater(output, place);
  return {
    events,
    writer: {
      delta: (text) => write(reader.push(text)),
      end: (_text, seal) => [
        ...write(reader.end()),
        { type: 'response.custom_tool_call_input.done', ...place, input },
        ...ends.hold({ input }, seal),
      ],
      close: ends.close,
    },
  };
}

/** A search has no events for the pieces of its arguments, which are an object. */
function openSearch(output: Output, id: string): Opened {
  const { place, events } = output.begin('tsc', {
    type: 'tool_search_call',
    status: 'in_progress',
    execution: 'client',
    call_id: id,
    arguments: {},
  });
  const ends = endLater(output, place);
  return {
    events,
    writer: {
      delta: () => [],
      end: (text, seal) => ends.hold({ arguments: readArgs(text) }, seal),
      close: ends.close,
    },
  };
}

/** The end of a call. One that is sealed was not cut short, and its seal follows it. */
function endLater(output: Output, place: ItemPlace) {
  let held: JsonRecord | undefined;
  function close(status: 'completed' | 'incomplete'): WireEvent[] {
    if (!held) return [];
    const members = held;
    held = undefined;
    return output.end(place, { status, ...members });
  }
  function hold(members: JsonRecord, seal: Seal | undefined): WireEvent[] {
    held = members;
    return seal ? [...close('completed'), ...addSeal(output, seal, 'previous')] : [];
  }
  return { hold, close };
}

/** What OpenAI's own tool would have made. Its events are told one behind the other: there is nothing to wait for. */
function openPicture(
  output: Output,
  { mediaType, base64 }: Extract<BlockStart, { kind: 'picture' }>,
): Opened {
  const { place, events } = output.begin('ig', {
    type: 'image_generation_call',
    status: 'in_progress',
    result: null,
  });
  const phases: WireEvent[] = ['in_progress', 'generating', 'completed'].map((phase) => ({
    type: `response.image_generation_call.${phase}`,
    ...place,
  }));
  const whole = { status: 'completed', result: base64, output_format: mediaType.replace('image/', '') };
  return {
    events: [...events, ...phases, ...output.end(place, whole)],
    writer: { delta: () => [], end: (_text, seal) => (seal ? addSeal(output, seal, 'previous') : []) },
  };
}

/** A thought is one summary part, once there is a word of it. */
function openThought(output: Output): Opened {
  const { place, events } = output.begin('rs', { type: 'reasoning', summary: [] });
  const at = { ...place, summary_index: 0 };
  const part = (text: string) => ({ type: 'summary_text', text });
  let isBegun = false;
  return {
    events,
    writer: {
      delta(delta) {
        const begin: WireEvent[] = isBegun
          ? []
          : [{ type: 'response.reasoning_summary_part.added', ...at, part: part('') }];
        isBegun = true;
        return [...begin, { type: 'response.reasoning_summary_text.delta', ...at, delta }];
      },
      end(text, seal) {
        const ends: WireEvent[] = [
          { type: 'response.reasoning_summary_text.done', ...at, text },
          { type: 'response.reasoning_summary_part.done', ...at, part: part(text) },
        ];
        // One without a seal would go back as it came to an upstream that knows it not, and refuses it.
        const slot = { encrypted_content: seal ? writeSlot(seal, 'thought') : noSeal };
        return [
          ...(isBegun ? ends : []),
          ...output.end(place, { summary: isBegun ? [part(text)] : [], ...slot }),
        ];
      },
    },
  };
}

/** A hidden thought is nothing but its seal. */
function openHidden(output: Output): Opened {
  const end = (_text: string, seal: Seal | undefined) => (seal ? addSeal(output, seal, 'hidden') : []);
  return { events: [], writer: { delta: () => [], end } };
}

function addSeal(output: Output, seal: Seal, place: SealPlace): WireEvent[] {
  const { place: item, events } = output.begin('rs', {
    type: 'reasoning',
    summary: [],
    encrypted_content: writeSlot(seal, place),
  });
  return [...events, ...output.end(item, {})];
}
