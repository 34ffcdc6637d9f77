// The `input` of this dialect; other dialects read messages.
import type { Message } from '../answer/question.ts';
import {
  type Checked,
  invalid,
  missing,
  refused,
  type VendorError,
  wrongType,
  wrongValue,
} from '../chat-completions/vendor-error.ts';
import { asRecord, type JsonRecord } from '../json-record.ts';
import { decryptContent } from './encrypted-content.ts';
import type { Item } from './item.ts';
import { inputParts, outputParts, readContent } from './read-content.ts';

/** How an item that was stored is found again. */
export type FindItem = (id: string) => Item | null;

type Read = (item: JsonRecord, path: string, find: FindItem) => Checked<Item>;

const readers: Record<string, Read> = {
  message: readMessage,
  function_call: readCall,
  function_call_output: readOutput,
  custom_tool_call: readCustomCall,
  custom_tool_call_output: readOutput,
  additional_tools: readAdditionalTools,
  reasoning: readReasoning,
  compaction: readCompaction,
  item_reference: ({ id }, path, find) => {
    if (typeof id !== 'string') return refused(missing(`${path}.id`));
    const item = find(id);
    return item ? { type: 'ok', value: item } : refused(unknownItem(id));
  },
};

const roles: Record<string, Message['role']> = {
  assistant: 'assistant',
  system: 'system',
  developer: 'system',
  user: 'user',
};

/** Reads a text or a list of items; the refusals are those of the vendor for their shape. */
export function readItems(input: unknown, find: FindItem): Checked<Item[]> {
  if (input === undefined || input === null) return refused(missing('input'));
  if (typeof input === 'string') {
    return { type: 'ok', value: [{ id: null, type: 'message', message: messageOf('user', input) }] };
  }
  if (!Array.isArray(input)) return refused(wrongType('input', 'one of a string or array of objects', input));
  const items: Item[] = [];
  for (const [index, value] of input.entries()) {
    const path = `input[${index}]`;
    const item = asRecord(value);
    if (!item) return refused(wrongType(path, 'an object', value));
    const type = item.type ?? 'message';
    const read = typeof type === 'string' && Object.hasOwn(readers, type) ? readers[type] : undefined;
    if (!read) return refused(wrongValue(`${path}.type`, type, Object.keys(readers)));
    const checked = read(item, path, find);
    if (checked.type === 'refused') return checked;
    items.push(checked.value);
  }
  return { type: 'ok', value: items };
}

function readMessage(item: JsonRecord, path: string): Checked<Item> {
  const id = readId(item, 'msg', path);
  if (id.type === 'refused') return id;
  const { role } = item;
  const known = typeof role === 'string' && Object.hasOwn(roles, role) ? roles[role] : undefined;
  if (!known) return refused(wrongValue(`${path}.role`, role, Object.keys(roles)));
  const parts = known === 'assistant' ? outputParts : inputParts;
  const content = readContent(item.content, parts, `${path}.content`);
  if (content.type === 'refused') return content;
  const message = { ...messageOf(known, content.value.text), mediaParts: content.value.mediaParts };
  return { type: 'ok', value: { id: id.value, type: 'message', message } };
}

function readCall(item: JsonRecord, path: string): Checked<Item> {
  const id = readId(item, 'fc', path);
  if (id.type === 'refused') return id;
  const { call_id: callId, name, arguments: json } = item;
  if (typeof callId !== 'string') return refused(missing(`${path}.call_id`));
  if (typeof name !== 'string') return refused(missing(`${path}.name`));
  if (typeof json !== 'string') return refused(missing(`${path}.arguments`));
  const message = callOf(callId, nameIn(item, name), json);
  return { type: 'ok', value: { id: id.value, type: 'function_call', message } };
}

/** Its text is the argument `input` of the question's call. */
function readCustomCall(item: JsonRecord, path: string): Checked<Item> {
  const id = readId(item, 'ctc', path);
  if (id.type === 'refused') return id;
  const { call_id: callId, name, input } = item;
  if (typeof callId !== 'string') return refused(missing(`${path}.call_id`));
  if (typeof name !== 'string') return refused(missing(`${path}.name`));
  if (typeof input !== 'string') return refused(missing(`${path}.input`));
  const message = callOf(callId, nameIn(item, name), JSON.stringify({ input }));
  return { type: 'ok', value: { id: id.value, type: 'custom_tool_call', message } };
}

function nameIn({ namespace }: JsonRecord, name: string): string {
  return typeof namespace === 'string' ? `${namespace}.${name}` : name;
}

function callOf(id: string, name: string, json: string): Message {
  return { ...messageOf('assistant', ''), calls: [{ id, name, arguments: json }] };
}

function readAdditionalTools(item: JsonRecord, path: string): Checked<Item> {
  const id = readId(item, 'at', path);
  if (id.type === 'refused') return id;
  const { role, tools } = item;
  if (role !== 'developer') return refused(wrongValue(`${path}.role`, role, ['developer']));
  if (!Array.isArray(tools)) return refused(wrongType(`${path}.tools`, 'an array of objects', tools));
  return { type: 'ok', value: { id: id.value, type: 'additional_tools', message: null, tools } };
}

function readOutput({ type, call_id: callId, output }: JsonRecord, path: string): Checked<Item> {
  if (typeof callId !== 'string') return refused(missing(`${path}.call_id`));
  const content = readContent(output, inputParts, `${path}.output`);
  if (content.type === 'refused') return content;
  const message: Message = { role: 'tool', ...content.value, calls: [], callId };
  const own = type === 'custom_tool_call_output' ? type : 'function_call_output';
  return { type: 'ok', value: { id: null, type: own, message } };
}

/** Reasoning must come back as it went out, or be known from a response that was stored. */
function readReasoning(item: JsonRecord, path: string, find: FindItem): Checked<Item> {
  const id = readId(item, 'rs', path);
  if (id.type === 'refused') return id;
  if (!Array.isArray(item.summary)) return refused(missing(`${path}.summary`));
  const { encrypted_content: encrypted } = item;
  if (typeof encrypted === 'string') {
    const text = decryptContent(encrypted, id.value);
    if (text.type === 'refused') return text;
  } else if (id.value === null) {
    return refused(missing(`${path}.id`));
  } else if (!find(id.value)) {
    return refused(unknownItem(id.value));
  }
  return { type: 'ok', value: { id: id.value, type: 'reasoning', message: null } };
}

function readCompaction(item: JsonRecord, path: string): Checked<Item> {
  const id = readId(item, 'cmp', path);
  if (id.type === 'refused') return id;
  if (typeof item.encrypted_content !== 'string') return refused(missing(`${path}.encrypted_content`));
  const text = decryptContent(item.encrypted_content, id.value);
  if (text.type === 'refused') return text;
  return {
    type: 'ok',
    value: { id: id.value, type: 'compaction', message: messageOf('system', text.value) },
  };
}

function readId({ id = null }: JsonRecord, kind: string, path: string): Checked<string | null> {
  if (id === null) return { type: 'ok', value: null };
  if (typeof id === 'string' && id.startsWith(kind)) return { type: 'ok', value: id };
  const message = `Invalid '${path}.id': '${String(id)}'. Expected an ID that begins with '${kind}'.`;
  return refused(invalid(message, `${path}.id`, 'invalid_value'));
}

function unknownItem(id: string): VendorError {
  const message =
    `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. Try again with ` +
    '`store` set to true, or remove this item from your input.';
  return { status: 404, message, type: 'invalid_request_error', param: 'input', code: null };
}

function messageOf(role: Message['role'], text: string): Message {
  return { role, text, mediaParts: 0, calls: [], callId: null };
}
