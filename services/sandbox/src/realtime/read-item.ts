import {
  type Checked,
  invalid,
  missing,
  refused,
  wrongType,
  wrongValue,
} from '../chat-completions/vendor-error.ts';
import { asRecord, type JsonRecord } from '../json-record.ts';
import type { Session } from './session.ts';

/** What an item of each type must have, all of it text. */
const members = {
  message: ['role'],
  function_call: ['name', 'arguments'],
  function_call_output: ['call_id', 'output'],
};
const types = Object.keys(members) as (keyof typeof members)[];
const roles = ['user', 'assistant', 'system'];

/** An item that the client gives, with what it left to us. `known` are the items before it. */
export function readItem(
  { newId }: Pick<Session, 'newId'>,
  given: unknown,
  { path, known }: { path: string; known: readonly JsonRecord[] },
): Checked<JsonRecord> {
  const item = asRecord(given);
  if (!item) return refused(missing(path));
  if (item.type === undefined) return refused(missing(`${path}.type`));
  const type = types.find((name) => name === item.type);
  if (!type) return refused(wrongValue(`${path}.type`, item.type, types));
  for (const name of members[type]) {
    if (item[name] === undefined) return refused(missing(`${path}.${name}`));
    if (typeof item[name] !== 'string') return refused(wrongType(`${path}.${name}`, 'a string', item[name]));
  }
  if (type === 'message') {
    if (!roles.includes(String(item.role))) return refused(wrongValue(`${path}.role`, item.role, roles));
    if (!Array.isArray(item.content))
      return refused(wrongType(`${path}.content`, 'an array of objects', item.content));
  }
  if (type === 'function_call_output' && !isCalled(item.call_id, known)) {
    const message = `Tool call ID '${item.call_id}' not found in conversation.`;
    return refused(invalid(message, null, 'invalid_tool_call_id'));
  }
  const call = type === 'function_call' && { call_id: newId('call') };
  const value = { id: newId('item'), object: 'realtime.item', status: 'completed', ...call, ...item };
  return { type: 'ok', value };
}

function isCalled(callId: unknown, known: readonly JsonRecord[]): boolean {
  return known.some(({ type, call_id }) => type === 'function_call' && call_id === callId);
}
