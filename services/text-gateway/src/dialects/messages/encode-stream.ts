import type { BlockStart, ReplyEvent } from '../../canon/events.ts';
import { noSeal, type Seal, wrapSeal } from '../../canon/seal.ts';
import { createSequence } from '../../canon/sequence.ts';
import { noUsage, type Usage } from '../../canon/usage.ts';
import { isRecord, type JsonRecord } from '../../json/read.ts';
import type { ReplyCall, StreamEncoder } from '../codec.ts';
import { writeMessage } from './encode-reply.ts';
import { writeEnding } from './endings.ts';
import { wrapCallSeal } from './reply/call-seal.ts';
import { errorTypeOf } from './reply/error-type.ts';
import { encodeUsage } from './usage.ts';
import { writeCallId } from './wire/call-id.ts';

interface State {
  call: ReplyCall;
  hasBegun: boolean;
  usage: Usage | undefined;
  /** The block whose events pass, as it begins on the wire. */
  block: JsonRecord | undefined;
  isOpen: boolean;
  /** The signature of a thought has come. */
  isSigned: boolean;
  /** The first of a call's arguments: a seal that comes at once still finds its place before the call. */
  held: string;
  /** Counts the blocks that were written: not all are. */
  written: number;
}

/** The message begins with the first event that shows, so that it can state the input where it is known by then. */
export function createStreamEncoder(call: ReplyCall): StreamEncoder {
  const sequence = createSequence();
  const state: State = {
    ...{ call, hasBegun: false, usage: undefined, block: undefined },
    ...{ isOpen: false, isSigned: false, held: '', written: 0 },
  };
  return {
    begin: () => begin(state),
    push: (event) =>
      sequence
        .push(event)
        .map((next) => write(state, next))
        .join(''),
  };
}

function write(state: State, event: ReplyEvent): string {
  switch (event.kind) {
    case 'reply-start':
      return '';
    case 'usage':
      state.usage = event.usage;
      return '';
    case 'block-start':
      return startBlock(state, event.block);
    case 'block-delta':
      return continueBlock(state, event.text);
    case 'block-seal':
      return sealBlock(state, event.seal);
    case 'block-end':
      return endBlock(state);
    case 'reply-end':
      return [
        begin(state),
        frame({
          type: 'message_delta',
          delta: writeEnding(event.ending, state.call.request.stop),
          usage: encodeUsage(state.usage ?? noUsage),
        }),
        frame({ type: 'message_stop' }),
      ].join('');
    case 'fault':
      return frame({
        type: 'error',
        error: { type: errorTypeOf(event.fault), message: event.fault.message },
      });
    default:
      return event satisfies never;
  }
}

function begin(state: State): string {
  if (state.hasBegun) return '';
  state.hasBegun = true;
  return frame({ type: 'message_start', message: writeMessage(state.call, [], state.usage) });
}

function startBlock(state: State, block: BlockStart): string {
  state.block = toWire(block);
  state.isSigned = false;
  // Thinking begins at once. Text waits for its first letter, as the vendor refuses empty text when it comes back;
  // what is redacted waits for its seal, and so does a call.
  return begin(state) + (state.block?.type === 'thinking' ? openBlock(state) : '');
}

function toWire(block: BlockStart): JsonRecord | undefined {
  switch (block.kind) {
    case 'text':
    case 'refusal':
      return { type: 'text', text: '' };
    case 'reasoning':
      return block.isRedacted
        ? { type: 'redacted_thinking', data: '' }
        : { type: 'thinking', thinking: '', signature: '' };
    case 'tool-call':
      return { type: 'tool_use', id: writeCallId(block.id), name: block.name, input: {} };
    case 'picture':
      return undefined;
    case 'opaque':
      return block.dialect === 'messages' && isRecord(block.json) ? block.json : undefined;
    default:
      return block satisfies never;
  }
}

function openBlock(state: State): string {
  if (!state.block || state.isOpen) return '';
  state.isOpen = true;
  const { held } = state;
  state.held = '';
  return (
    frame({ type: 'content_block_start', index: state.written, content_block: state.block }) +
    argsDelta(state, held)
  );
}

function continueBlock(state: State, text: string): string {
  switch (state.block?.type) {
    case 'text':
      return text === '' ? '' : openBlock(state) + delta(state, { type: 'text_delta', text });
    case 'thinking':
      return delta(state, { type: 'thinking_delta', thinking: text });
    case 'tool_use':
      if (state.isOpen || state.held !== '') return openBlock(state) + argsDelta(state, text);
      state.held = text;
      return '';
    default:
      return '';
  }
}

function sealBlock(state: State, seal: Seal): string {
  switch (state.block?.type) {
    case 'thinking':
      return sign(state, wrapSeal(seal, 'messages'));
    case 'redacted_thinking':
      state.block = { ...state.block, data: wrapSeal(seal, 'messages') };
      return '';
    case 'tool_use':
      return state.isOpen ? '' : writeAlone(state, { type: 'redacted_thinking', data: wrapCallSeal(seal) });
    default:
      return '';
  }
}

function sign(state: State, signature: string): string {
  state.isSigned = true;
  return delta(state, { type: 'signature_delta', signature });
}

function writeAlone(state: State, block: JsonRecord): string {
  const index = state.written;
  state.written += 1;
  return (
    frame({ type: 'content_block_start', index, content_block: block }) +
    frame({ type: 'content_block_stop', index })
  );
}

function argsDelta(state: State, text: string): string {
  return text === '' ? '' : delta(state, { type: 'input_json_delta', partial_json: text });
}

function endBlock(state: State): string {
  const opened = state.block?.type === 'text' ? '' : openBlock(state);
  if (!state.isOpen) return '';
  const signed = state.block?.type === 'thinking' && !state.isSigned ? sign(state, noSeal) : '';
  const ended = frame({ type: 'content_block_stop', index: state.written });
  state.isOpen = false;
  state.written += 1;
  return opened + signed + ended;
}

function delta({ written }: State, said: JsonRecord): string {
  return frame({ type: 'content_block_delta', index: written, delta: said });
}

/** The SDK drops frames without an `event` line. */
function frame(event: { type: string } & JsonRecord): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
