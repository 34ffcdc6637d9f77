import type { Message, MessageCall } from '../answer/question.ts';
import { asRecord, type JsonRecord } from '../json-record.ts';
import { type Checked, invalid, missing, refused, wrongType, wrongValue } from './vendor-error.ts';

/** The vendor's roles, and what they are in a question. */
const roles: Record<string, Message['role']> = {
  system: 'system',
  assistant: 'assistant',
  user: 'user',
  function: 'system',
  tool: 'tool',
  developer: 'system',
};
const partTypes = ['text', 'image_url', 'input_audio', 'refusal', 'file'];

/** Reads `messages`; the refusals are those of the vendor for their shape. */
export function readMessages(value: unknown): Checked<Message[]> {
  if (value === undefined) return refused(missing('messages'));
  if (!Array.isArray(value)) return refused(wrongType('messages', 'an array of objects', value));
  if (value.length === 0) {
    const message =
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.";
    return refused(invalid(message, 'messages', 'empty_array'));
  }
  const messages: Message[] = [];
  for (const [index, item] of value.entries()) {
    const message = readMessage(item, `messages[${index}]`);
    if (message.type === 'refused') return message;
    messages.push(message.value);
  }
  return { type: 'ok', value: messages };
}

function readMessage(item: unknown, path: string): Checked<Message> {
  const record = asRecord(item);
  if (!record) return refused(wrongType(path, 'an object', item));
  const { role } = record;
  if (role === undefined) return refused(missing(`${path}.role`));
  const known = typeof role === 'string' && Object.hasOwn(roles, role) ? roles[role] : undefined;
  if (!known) return refused(wrongValue(`${path}.role`, role, Object.keys(roles)));
  const calls = readCalls(record, path);
  if (calls.type === 'refused') return calls;
  const content = readContent(record.content, known, `${path}.content`);
  if (content.type === 'refused') return content;
  const callId = typeof record.tool_call_id === 'string' ? record.tool_call_id : null;
  if (role === 'tool' && callId === null) return refused(missing(`${path}.tool_call_id`));
  return { type: 'ok', value: { role: known, ...content.value, calls: calls.value, callId } };
}

function readContent(
  content: unknown,
  role: string,
  path: string,
): Checked<{ text: string; mediaParts: number }> {
  if (typeof content === 'string') return { type: 'ok', value: { text: content, mediaParts: 0 } };
  if (content === null || content === undefined) {
    if (role === 'assistant') return { type: 'ok', value: { text: '', mediaParts: 0 } };
    const got = content === null ? 'got null' : 'got nothing';
    return refused(invalid(`Invalid value for 'content': expected a string, ${got}.`, path));
  }
  if (!Array.isArray(content))
    return refused(wrongType(path, 'one of a string or array of objects', content));
  let text = '';
  let mediaParts = 0;
  for (const [index, item] of content.entries()) {
    const part = asRecord(item);
    const type = part?.type;
    if (typeof type !== 'string' || !partTypes.includes(type)) {
      return refused(wrongValue(`${path}[${index}].type`, type, partTypes));
    }
    if (type === 'text' && typeof part?.text !== 'string') return refused(missing(`${path}[${index}].text`));
    if (type === 'image_url' && typeof asRecord(part?.image_url)?.url !== 'string') {
      return refused(missing(`${path}[${index}].image_url.url`));
    }
    if (type === 'text') text += part?.text;
    else if (type !== 'refusal') mediaParts += 1;
  }
  return { type: 'ok', value: { text, mediaParts } };
}

function readCalls(message: JsonRecord, path: string): Checked<MessageCall[]> {
  if (message.tool_calls === undefined || message.tool_calls === null) return { type: 'ok', value: [] };
  if (!Array.isArray(message.tool_calls)) {
    return refused(wrongType(`${path}.tool_calls`, 'an array of objects', message.tool_calls));
  }
  const calls: MessageCall[] = [];
  for (const [index, item] of message.tool_calls.entries()) {
    const call = asRecord(item);
    const target = asRecord(call?.function);
    const at = `${path}.tool_calls[${index}]`;
    if (typeof call?.id !== 'string') return refused(missing(`${at}.id`));
    if (typeof target?.name !== 'string') return refused(missing(`${at}.function.name`));
    if (typeof target.arguments !== 'string') return refused(missing(`${at}.function.arguments`));
    calls.push({ id: call.id, name: target.name, arguments: target.arguments });
  }
  return { type: 'ok', value: calls };
}
