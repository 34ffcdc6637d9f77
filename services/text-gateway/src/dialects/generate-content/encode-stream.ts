/** A frame for each piece of text, one for each whole call, and a last one with the reason to end and all counts. */
import type { AssistantBlock } from '../../canon/blocks.ts';
import type { BlockStart, ReplyEvent } from '../../canon/events.ts';
import { createSequence } from '../../canon/sequence.ts';
import type { Usage } from '../../canon/usage.ts';
import type { JsonRecord } from '../../json/read.ts';
import type { ReplyCall, StreamEncoder } from '../codec.ts';
import { createReplyParts } from './encode-blocks.ts';
import { encodeEnding } from './endings.ts';
import { encodeUsage } from './usage.ts';
import { writeAnswer } from './wire/answer.ts';
import { writeFault } from './wire/error-frame.ts';

interface State {
  call: ReplyCall;
  encodePart: ReturnType<typeof createReplyParts>;
  /** What the open block is, without the text that has been sent. */
  block: BlockStart;
  /** The arguments so far: a call is sent whole. */
  args: string[];
  seal: { seal?: Extract<ReplyEvent, { kind: 'block-seal' }>['seal'] };
  usage: Usage | undefined;
}

export function createStreamEncoder(call: ReplyCall): StreamEncoder {
  const sequence = createSequence();
  const state: State = {
    call,
    encodePart: createReplyParts(call.request),
    block: { kind: 'text' },
    args: [],
    seal: {},
    usage: undefined,
  };
  return {
    // Signs of life stand between the elements of an array, so that one that says nothing, as the last one does, comes first.
    begin: () => writeFrame(writeAnswer(call, { parts: [{ text: '' }] })),
    push: (event) =>
      sequence
        .push(event)
        .map((next) => encodeEvent(state, next))
        .join(''),
  };
}

function encodeEvent(state: State, event: ReplyEvent): string {
  switch (event.kind) {
    case 'reply-start':
      return '';
    case 'block-start':
      state.block = event.block;
      state.args = [];
      state.seal = {};
      return '';
    case 'block-delta':
      if (state.block.kind !== 'tool-call') return writePart(state, toBlock(state.block, event.text));
      state.args.push(event.text);
      return '';
    case 'block-seal':
      state.seal = { seal: event.seal };
      return '';
    case 'block-end':
      return writePart(state, { ...toBlock(state.block, state.args.join('')), ...state.seal });
    case 'usage':
      state.usage = event.usage;
      return '';
    case 'reply-end':
      return writeFrame(
        writeAnswer(state.call, {
          parts: [{ text: '' }],
          finishReason: encodeEnding(event.ending),
          usage: state.usage && encodeUsage(state.usage),
        }),
      );
    case 'fault':
      return writeFrame(writeFault(event.fault));
    default:
      return event satisfies never;
  }
}

function toBlock(start: BlockStart, text: string): AssistantBlock {
  if (start.kind === 'opaque' || start.kind === 'picture') return start;
  return start.kind === 'tool-call' ? { ...start, argsText: text } : { ...start, text };
}

function writePart(state: State, block: AssistantBlock): string {
  const part = state.encodePart(block);
  return part ? writeFrame(writeAnswer(state.call, { parts: [part] })) : '';
}

function writeFrame(json: JsonRecord): string {
  return `data: ${JSON.stringify(json)}\n\n`;
}
