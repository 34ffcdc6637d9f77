import type { ReplyEvent } from '../../canon/events.ts';
import type { Usage } from '../../canon/usage.ts';
import { writeFrame } from '../../dialects/chat-completions/reply/chunks.ts';
import { encodeUsage } from '../../dialects/chat-completions/usage.ts';
import type { ReplyCall, StreamEncoder } from '../../dialects/codec.ts';
import { isSaid, writeEnding, writeEnvelope } from './encode-reply.ts';

export function createStreamEncoder(call: ReplyCall): StreamEncoder {
  const envelope = writeEnvelope(call);
  const { echo, includeUsage } = call.request;
  const said = new Set<number>();
  let usage: Usage | undefined;

  function write(text: string, finishReason: string | null = null): string {
    const choice = { text, index: 0, logprobs: null, finish_reason: finishReason };
    // A client that wants usage finds the member on every chunk, and null on all but the last.
    return writeFrame({ ...envelope, choices: [choice], ...(includeUsage && { usage: null }) });
  }

  return {
    push(event: ReplyEvent) {
      switch (event.kind) {
        case 'reply-start':
          return echo === undefined ? '' : write(echo);
        case 'block-start':
          if (isSaid(event.block.kind)) said.add(event.index);
          return '';
        case 'block-delta':
          return said.has(event.index) && event.text !== '' ? write(event.text) : '';
        case 'block-seal':
        case 'block-end':
          return '';
        case 'usage':
          usage = event.usage;
          return '';
        case 'reply-end':
          return [
            write('', writeEnding(event.ending)),
            usage && includeUsage ? writeFrame({ ...envelope, choices: [], usage: encodeUsage(usage) }) : '',
            'data: [DONE]\n\n',
          ].join('');
        case 'fault': {
          const { message, type = 'upstream_error', code = null } = event.fault;
          return writeFrame({ error: { message, type, param: '', code } });
        }
        default:
          return event satisfies never;
      }
    },
  };
}
