import { type DialectName, dialectNames } from '../canon/dialect-name.ts';
import { isRecord } from '../json/read.ts';

/** What only this dialect's bodies have, and what only its streams have. */
const marks: Record<DialectName, { reply: (body: Body) => boolean; stream: RegExp }> = {
  'chat-completions': {
    reply: ({ object }) => object === 'chat.completion',
    stream: /^data: \{"id":"chatcmpl-/,
  },
  'generate-content': {
    reply: ({ candidates }) => Array.isArray(candidates),
    stream: /^data: \{"candidates":/,
  },
  messages: {
    reply: ({ type }) => type === 'message',
    stream: /^event: message_start\n/,
  },
  responses: {
    reply: ({ object }) => object === 'response',
    stream: /^event: response\.created\n/,
  },
};

type Body = Record<string, unknown>;

/** The dialects that a whole answer could be taken for. */
export function repliesLike(body: unknown): DialectName[] {
  return dialectNames.filter((name) => isRecord(body) && marks[name].reply(body));
}

export function streamsLike(text: string): DialectName[] {
  return dialectNames.filter((name) => marks[name].stream.test(text));
}
