// Only this dialect has parts with signatures, so they are read before they become messages.
import { asRecord, type JsonRecord } from '../json-record.ts';
import { isCallSignature } from './call-signature.ts';
import { member, unknownMember } from './member.ts';
import { type Checked, invalid, refused, unknownName, violation, wrongType } from './vendor-error.ts';

export type Part =
  | { type: 'text'; text: string }
  | { type: 'thought' }
  | { type: 'media' }
  | { type: 'call'; id: string | null; name: string; arguments: string; isSigned: boolean }
  | { type: 'response'; id: string | null; name: string; text: string };

const dataNames = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
];
const members = new Set([
  ...dataNames,
  'mediaResolution',
  'partMetadata',
  'thought',
  'thoughtSignature',
  'videoMetadata',
]);
const struct = 'type.googleapis.com/google.protobuf.Struct';

/**
 * Reads the parts of a content: one that is no list is a list of one, as in Google's own examples of system instructions.
 * Source: google-gemini/cookbook, quickstarts/rest/System_instructions_REST.ipynb
 */
export function readParts(value: unknown, path: string): Checked<Part[]> {
  const single = asRecord(value);
  const parts = single ? [single] : value;
  if (!Array.isArray(parts) || parts.length === 0) {
    return refused(violation(`${path}.parts`, 'contents.parts must not be empty.'));
  }
  const read: Part[] = [];
  for (const [index, item] of parts.entries()) {
    const part = readPart(asRecord(item) ?? {}, `${path}.parts[${index}]`);
    if (part.type === 'refused') return part;
    read.push(part.value);
  }
  return { type: 'ok', value: read };
}

function readPart(part: JsonRecord, path: string): Checked<Part> {
  const unknown = unknownMember(part, members);
  if (unknown !== undefined) return refused(unknownName(unknown, path));
  const given = dataNames.filter((name) => member(part, name) !== undefined);
  const [name] = given;
  if (name === undefined) {
    return refused(violation(`${path}.data`, "required oneof field 'data' must have one initialized field"));
  }
  if (given.length > 1) {
    const message = `Invalid value at '${path}' (oneof), oneof field 'data' is already set. Cannot set '${given[1]}'`;
    return refused(invalid(message));
  }
  const signature = member(part, 'thoughtSignature') ?? null;
  if (signature !== null && (typeof signature !== 'string' || !/^[\w+/-]*={0,2}$/.test(signature))) {
    return refused(wrongType(`${path}.thought_signature`, 'TYPE_BYTES', signature));
  }
  if (name === 'functionCall') return readCall(asRecord(member(part, name)), signature, path);
  if (signature !== null) return refused(corrupted);
  if (name === 'functionResponse') return readResponse(asRecord(member(part, name)), path);
  if (name !== 'text') return { type: 'ok', value: { type: 'media' } };
  const { text, thought } = part;
  if (typeof text !== 'string') return refused(wrongType(`${path}.text`, 'TYPE_STRING', text));
  return { type: 'ok', value: thought === true ? { type: 'thought' } : { type: 'text', text } };
}

const corrupted = invalid('Corrupted thought signature.');

function readCall(call: JsonRecord | null, signature: string | null, path: string): Checked<Part> {
  const name = call?.name;
  const args = call?.args ?? {};
  if (typeof name !== 'string' || name === '') {
    return refused(violation(`${path}.function_call.name`, 'Name cannot be empty.'));
  }
  if (!asRecord(args)) return refused(wrongType(`${path}.function_call.args`, struct, args));
  if (signature !== null && !isCallSignature(signature, name, args)) return refused(corrupted);
  const id = idOf(call);
  const value = {
    type: 'call' as const,
    id,
    name,
    arguments: JSON.stringify(args),
    isSigned: signature !== null,
  };
  return { type: 'ok', value };
}

function readResponse(given: JsonRecord | null, path: string): Checked<Part> {
  const { name, response } = given ?? {};
  if (typeof name !== 'string' || name === '') {
    return refused(violation(`${path}.function_response.name`, 'Name cannot be empty.'));
  }
  if (!asRecord(response)) return refused(wrongType(`${path}.function_response.response`, struct, response));
  return { type: 'ok', value: { type: 'response', id: idOf(given), name, text: JSON.stringify(response) } };
}

function idOf(record: JsonRecord | null): string | null {
  return typeof record?.id === 'string' && record.id !== '' ? record.id : null;
}
