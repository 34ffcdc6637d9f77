/** Parts, as requests and answers hold them, read into blocks. */
import type {
  AssistantBlock,
  PictureBlock,
  Source,
  ToolCallBlock,
  ToolResultBlock,
  UserBlock,
} from '../../canon/blocks.ts';
import { tellMediaType } from '../../canon/media/media-type.ts';
import { writeArgs } from '../../canon/tools/args.ts';
import {
  invalid,
  isRecord,
  type JsonRecord,
  optionalRecord,
  optionalText,
  ownProtocolOnly,
  readText,
} from '../../json/read.ts';
import type { CallIds } from './request/call-ids.ts';
import { decodeResponse } from './request/results.ts';
import { readThoughts } from './wire/carried-thoughts.ts';
import { guessMediaType, readAddress } from './wire/hosting.ts';
import { readList, readMembers } from './wire/members.ts';
import { readSeal } from './wire/seal-slot.ts';

/** What the parts of one request have in common. */
export interface RequestParts {
  ids: CallIds;
  /** Takes what parts say besides their content. */
  extras: JsonRecord;
}

const dialect = 'generate-content';
const contentMembers = ['text', 'functionCall', 'functionResponse', 'inlineData', 'fileData'] as const;
const sealMembers: readonly string[] = ['thought', 'thoughtSignature'];

/** A part that the model wrote; undefined when it says nothing. `idOf` names a call without an id. */
export function decodePart(part: JsonRecord, idOf: (name: string) => string): AssistantBlock | undefined {
  const { text, thought, thoughtSignature, functionCall } = part;
  const seal = readSeal(thoughtSignature);
  if (isRecord(functionCall)) return { ...decodeCall(functionCall, idOf), ...(seal && { seal }) };
  // What it draws while it thinks is no answer.
  const picture = thought === true ? undefined : readPicture(part.inlineData);
  if (picture) return { ...picture, ...(seal && { seal }) };
  const said = typeof text === 'string' ? text : undefined;
  const isText = said !== undefined || Object.keys(part).every((name) => sealMembers.includes(name));
  if (!isText) return { kind: 'opaque', dialect, json: part };
  if (!said && !seal) return undefined;
  const sealed = { text: said ?? '', ...(seal && { seal }) };
  if (thought !== true) return { kind: 'text', ...sealed };
  const [hidden] = readThoughts(seal);
  if (hidden) return hidden;
  // Of the vendor's own, a hidden thought has no text. That of another may have lost an empty one on its way to a client and back.
  const isRedacted = said === undefined && seal?.dialect === dialect;
  return { kind: 'reasoning', ...sealed, ...(isRedacted && { isRedacted }) };
}

export function decodeAssistantParts(
  value: unknown,
  path: string,
  place: number,
  { ids, extras }: RequestParts,
): AssistantBlock[] {
  return readList(value, path).flatMap((one, at): AssistantBlock[] => {
    const part = readPart(one, `${path}[${at}]`);
    if (part.functionResponse)
      throw invalid(`${path}[${at}].functionResponse`, 'has no place in what the model said');
    const block = decodePart(part, () => '');
    if (!block) return [];
    if (block.kind !== 'opaque') noteOptions(part, extras);
    if (block.kind !== 'tool-call') return [block];
    return [{ ...block, id: ids.ofCall(block, `${place}_${at}`) }];
  });
}

export function decodeUserParts(value: unknown, path: string, { ids, extras }: RequestParts): UserBlock[] {
  const taken = new Set<string>();
  return readList(value, path).flatMap((one, at): UserBlock[] => {
    const part = readPart(one, `${path}[${at}]`);
    noteOptions(part, extras);
    if (isTakenAgain(part, taken)) return [];
    if (part.functionResponse)
      return [decodeResult(part.functionResponse, `${path}[${at}].functionResponse`, ids)];
    if (part.inlineData || part.fileData) return [decodeMedia(part, `${path}[${at}]`)];
    if (typeof part.text !== 'string') {
      const [name = 'text'] = Object.keys(part).filter((member) => !sealMembers.includes(member));
      throw ownProtocolOnly(`${path}[${at}].${name}`);
    }
    return part.text === '' ? [] : [{ kind: 'text', text: part.text }];
  });
}

/**
 * Whether it is a result that was taken before: the Gemini CLI sends those of a session that it has resumed twice, and other
 * vendors refuse two results of a call.
 */
function isTakenAgain({ functionResponse }: JsonRecord, taken: Set<string>): boolean {
  if (!isRecord(functionResponse) || !functionResponse.id) return false;
  const said = JSON.stringify(functionResponse);
  const isKnown = taken.has(said);
  taken.add(said);
  return isKnown;
}

/** A part of a request, its members checked as far as blocks are made of them. */
function readPart(value: unknown, path: string): JsonRecord {
  const part = readMembers(value, path);
  optionalText(part.text, `${path}.text`);
  optionalText(part.thoughtSignature, `${path}.thoughtSignature`);
  const call = optionalRecord(part.functionCall, `${path}.functionCall`);
  if (call) {
    readText(call.name, `${path}.functionCall.name`);
    optionalText(call.id, `${path}.functionCall.id`);
    optionalRecord(call.args, `${path}.functionCall.args`);
  }
  return part;
}

function noteOptions(part: JsonRecord, extras: JsonRecord): void {
  const isContent = contentMembers.some((name) => name in part);
  for (const [name, option] of Object.entries(part)) {
    const isKnown = contentMembers.some((member) => member === name) || sealMembers.includes(name);
    if (isContent && !isKnown) extras[name] = option;
  }
}

function decodeCall({ id, name, args }: JsonRecord, idOf: (name: string) => string): ToolCallBlock {
  const known = typeof name === 'string' ? name : '';
  return {
    kind: 'tool-call',
    id: typeof id === 'string' && id !== '' ? id : idOf(known),
    name: known,
    argsText: writeArgs(args) || '{}',
  };
}

function readPicture(value: unknown): PictureBlock | undefined {
  if (!isRecord(value)) return undefined;
  const { mimeType: mediaType, data: base64 } = value;
  const isPicture = typeof mediaType === 'string' && mediaType.startsWith('image/');
  return isPicture && typeof base64 === 'string' && base64 !== ''
    ? { kind: 'picture', mediaType, base64: toUsualAlphabet(base64) }
    : undefined;
}

/** Google's SDK for Python writes bytes in the alphabet of base64 for addresses. The vendor reads either, others the usual one alone. */
function toUsualAlphabet(base64: string): string {
  return base64.replaceAll('-', '+').replaceAll('_', '/');
}

function decodeResult(value: unknown, path: string, ids: CallIds): ToolResultBlock {
  const { id, name, response, parts } = readMembers(value, path);
  const result = { id: optionalText(id, `${path}.id`) || undefined, name: readText(name, `${path}.name`) };
  const callId = ids.ofResult(result, path);
  const { blocks, isError } = decodeResponse(optionalRecord(response, `${path}.response`) ?? {});
  const media = readList(parts, `${path}.parts`).map((part, at) => {
    const block = decodeMedia(readMembers(part, `${path}.parts[${at}]`), `${path}.parts[${at}]`);
    if (block.kind === 'audio') throw ownProtocolOnly(`${path}.parts[${at}]`);
    return block;
  });
  return { kind: 'tool-result', callId, blocks: [...blocks, ...media], ...(isError && { isError }) };
}

type MediaBlock = Extract<UserBlock, { kind: 'image' | 'file' | 'audio' }>;

function decodeMedia({ inlineData, fileData }: JsonRecord, path: string): MediaBlock {
  if (inlineData) {
    const { mimeType, data, displayName } = readMembers(inlineData, `${path}.inlineData`);
    const said = readText(mimeType, `${path}.inlineData.mimeType`);
    const base64 = toUsualAlphabet(readText(data, `${path}.inlineData.data`));
    const mediaType = tellMediaType(said, base64);
    return toBlock({ kind: 'bytes', mediaType, base64 }, mediaType, displayName);
  }
  const { mimeType, fileUri, displayName } = readMembers(fileData, `${path}.fileData`);
  const uri = readText(fileUri, `${path}.fileData.fileUri`);
  const mediaType = optionalText(mimeType, `${path}.fileData.mimeType`) || guessMediaType(uri);
  return toBlock(readAddress(uri, mediaType), mediaType, displayName);
}

function toBlock(source: Source, mediaType: string | undefined, name: unknown): MediaBlock {
  if (mediaType?.startsWith('image/')) return { kind: 'image', source };
  if (mediaType?.startsWith('audio/')) return { kind: 'audio', source };
  return { kind: 'file', source, ...(typeof name === 'string' && name !== '' && { name }) };
}
