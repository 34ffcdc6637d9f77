import type { Message } from '../answer/question.ts';
import { asRecord } from '../json-record.ts';
import { type Part, readParts } from './read-parts.ts';
import { type Checked, invalid, refused, violation, wrongType } from './vendor-error.ts';

export interface Turn {
  role: 'user' | 'model';
  parts: Part[];
}

/**
 * Reads `contents`; the refusals are those of the vendor for their shape. What the model said in several is one turn: its SDK's
 * chats send each chunk of a stream back as a content of its own. Source: googleapis/python-genai, issues 1791 and 2508.
 */
export function readMessages(value: unknown): Checked<Turn[]> {
  if ((value ?? null) === null) return refused(violation('contents', 'contents is not specified'));
  const contents: unknown[] = Array.isArray(value) ? value : [value];
  if (contents.length === 0) return refused(violation('contents', 'contents is not specified'));
  const turns: Turn[] = [];
  for (const [index, item] of contents.entries()) {
    const path = `contents[${index}]`;
    const content = asRecord(item);
    if (!content) return refused(wrongType(path, 'type.googleapis.com/Content', item));
    const { role = 'user' } = content;
    if (role !== 'user' && role !== 'model') return refused(invalid('Please use a valid role: user, model.'));
    const parts = readParts(content.parts, path);
    if (parts.type === 'refused') return parts;
    const last = turns.at(-1);
    if (role === 'model' && last?.role === 'model') last.parts.push(...parts.value);
    else turns.push({ role, parts: parts.value });
  }
  return { type: 'ok', value: turns };
}

/** Reads `systemInstruction`, whose role the vendor ignores. */
export function readSystem(value: unknown): Checked<Message[]> {
  if ((value ?? null) === null) return { type: 'ok', value: [] };
  const parts = readParts(asRecord(value)?.parts, 'system_instruction');
  if (parts.type === 'refused') return parts;
  return { type: 'ok', value: [messageOf('system', parts.value)] };
}

/** The turns as every dialect's messages: each function response becomes one of its own, before the rest. */
export function messagesOf(turns: Turn[]): Message[] {
  return turns.flatMap(({ role, parts }) => {
    const responses = parts.flatMap((part): Message[] =>
      part.type === 'response'
        ? [{ role: 'tool', text: part.text, mediaParts: 0, calls: [], callId: part.id ?? part.name }]
        : [],
    );
    const rest = parts.filter(({ type }) => type !== 'response');
    if (rest.length === 0) return responses;
    return [...responses, messageOf(role === 'model' ? 'assistant' : 'user', rest)];
  });
}

function messageOf(role: Message['role'], parts: Part[]): Message {
  const calls = parts.flatMap((part) =>
    part.type === 'call' ? [{ ...part, id: part.id ?? part.name }] : [],
  );
  return {
    role,
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    mediaParts: parts.filter(({ type }) => type === 'media').length,
    calls,
    callId: null,
  };
}
