import type { ReplyEvent, ReplyFault } from '../../canon/events.ts';
import type { Usage } from '../../canon/usage.ts';
import type { ReplyCall, StreamEncoder } from '../codec.ts';
import { encodeEnding } from './endings.ts';
import { createObfuscation } from './items/obfuscate.ts';
import { createItemWriter, type ItemWriter } from './items/write-items.ts';
import type { WireEvent } from './items/write-output.ts';
import { type Progress, writeResponse } from './items/write-response.ts';

interface State {
  call: ReplyCall;
  items: ItemWriter;
  usage?: Usage;
}

export function createStreamEncoder(call: ReplyCall): StreamEncoder {
  const state: State = { call, items: createItemWriter(call, call.request.tools) };
  const obfuscate = createObfuscation(call.request);
  let next = 0;
  return {
    push: (event) =>
      write(state, event)
        .map(({ type, ...members }) => {
          const data = { type, sequence_number: next++, ...obfuscate(members) };
          return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
        })
        .join(''),
  };
}

function write(state: State, event: ReplyEvent): WireEvent[] {
  switch (event.kind) {
    case 'reply-start':
      return begin(state);
    case 'usage':
      state.usage = event.usage;
      return [];
    case 'reply-end':
      return finish(state, encodeEnding(event.ending));
    case 'fault':
      return [refuse(event.fault)];
    default:
      return state.items.push(event);
  }
}

function begin({ call }: State): WireEvent[] {
  const response = writeResponse(call, { status: 'in_progress', output: [] });
  return [
    { type: 'response.created', response },
    { type: 'response.in_progress', response },
  ];
}

function finish({ call, items, usage }: State, progress: Omit<Progress, 'output'>): WireEvent[] {
  const { status } = progress;
  const closed = items.close(status === 'incomplete' ? 'incomplete' : 'completed');
  const response = writeResponse(call, { ...progress, output: items.items, usage });
  return [...closed, { type: `response.${status}`, response }];
}

function refuse({ code, message }: ReplyFault): WireEvent {
  return { type: 'error', code: code ?? null, message, param: null };
}
