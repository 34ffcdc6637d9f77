/** Blocks written as parts, of requests and of answers. */

import type {
  AssistantBlock,
  AudioBlock,
  FileBlock,
  ImageBlock,
  ReasoningBlock,
  ToolResultBlock,
  UserBlock,
} from '../../canon/blocks.ts';
import { type Losses, RefusedContent } from '../../canon/losses.ts';
import type { CanonRequest } from '../../canon/request.ts';
import type { Seal } from '../../canon/seal.ts';
import { readArgs } from '../../canon/tools/args.ts';
import { isRecord, type JsonRecord } from '../../json/read.ts';
import type { ModelTraits } from './model-traits.ts';
import { encodeResponse } from './request/results.ts';
import { carryThoughts } from './wire/carried-thoughts.ts';
import { guessMediaType, isHosted } from './wire/hosting.ts';
import { unsealed, writeSeal } from './wire/seal-slot.ts';

const dialect = 'generate-content';

/** A block of an answer or of history; undefined when the vendor would find nothing in it. */
function encodePart(
  block: AssistantBlock,
  sealOf: (seal: Seal) => string | undefined,
): JsonRecord | undefined {
  if (block.kind === 'opaque')
    return block.dialect === dialect && isRecord(block.json) ? block.json : undefined;
  const signature = block.kind !== 'refusal' && block.seal ? sealOf(block.seal) : undefined;
  const seal = signature === undefined ? {} : { thoughtSignature: signature };
  if (block.kind === 'tool-call') {
    return { functionCall: { id: block.id, name: block.name, args: readArgs(block.argsText) }, ...seal };
  }
  if (block.kind === 'picture')
    return { inlineData: { mimeType: block.mediaType, data: block.base64 }, ...seal };
  if (block.text === '' && signature === undefined) return undefined;
  if (block.kind !== 'reasoning') return { text: block.text, ...seal };
  return { ...(!block.isRedacted && { text: block.text }), thought: true, ...seal };
}

/**
 * Writes the blocks of one answer for a client, in their order and as they come: the slot carries the seal of any upstream. The first
 * call carries the thoughts of others before it as well, or says that it has no seal, without which the vendor may refuse it. Whoever
 * has not asked for thoughts is shown none, as by the vendor: clients join the texts of all parts.
 */
export function createReplyParts({
  reasoning,
}: CanonRequest): (block: AssistantBlock) => JsonRecord | undefined {
  const isShown = reasoning?.isShown === true;
  const thoughts: ReasoningBlock[] = [];
  let text = '';
  let hasCalled = false;
  return (block) => {
    const isHidden = block.kind === 'reasoning' && block.isRedacted && block.seal?.dialect !== dialect;
    const part = encodePart(block, isHidden ? () => carryThoughts([block]) : writeSeal);
    const shown = block.kind === 'reasoning' && !isShown ? undefined : part;
    if (hasCalled) return shown;
    if (block.kind === 'reasoning') {
      text += block.text;
      if (!block.seal) return shown;
      if (block.seal.dialect !== dialect) thoughts.push({ ...block, text });
    } else if (text !== '' && !isShown) {
      thoughts.push({ kind: 'reasoning', text });
    }
    text = '';
    if (!part?.functionCall) return shown;
    hasCalled = true;
    return { thoughtSignature: thoughts.length > 0 ? carryThoughts(thoughts) : unsealed, ...part };
  };
}

/** The vendor's own word for a call whose seal it cannot know. Source: Gemini API, "Thought signatures". */
export const unknownSeal = 'skip_thought_signature_validator';

/** For an upstream: it gets back what it sealed itself, and no one else's seal. */
export function encodeAssistantParts(
  blocks: readonly AssistantBlock[],
  { demandsSeals, takesCallIds }: ModelTraits,
  losses: Losses,
): JsonRecord[] {
  const parts = blocks.flatMap((block) => {
    if (block.kind !== 'opaque' && block.kind !== 'refusal' && block.seal && block.seal.dialect !== dialect) {
      losses.drop('seal');
    }
    if (block.kind !== 'opaque' && block.kind !== 'reasoning' && 'cache' in block && block.cache)
      losses.drop('cache');
    const part = encodePart(block, (seal) => (seal.dialect === dialect ? seal.value : undefined));
    if (!part && (block.kind === 'opaque' || block.kind === 'reasoning')) losses.drop(block.kind);
    if (!takesCallIds && isRecord(part?.functionCall)) delete part.functionCall.id;
    return part ? [part] : [];
  });
  const first = parts.find((part) => part.functionCall);
  if (demandsSeals && first && !first.thoughtSignature) first.thoughtSignature = unknownSeal;
  return parts;
}

/** The calls of a conversation by their ids: what each of them called, and its place among all. */
export type Calls = ReadonlyMap<string, { name: string; place: number }>;

export function encodeUserParts(
  blocks: readonly UserBlock[],
  calls: Calls,
  traits: ModelTraits,
  losses: Losses,
): JsonRecord[] {
  const results = blocks.flatMap((block) => (block.kind === 'tool-result' ? [block] : []));
  if (!traits.takesCallIds) sortByCall(results, calls);
  const media = traits.takesMediaInResults ? [] : results.flatMap(mediaOf);
  if (media.length > 0) losses.approximate('tool-result');
  return [
    ...results.map((result) => encodeResult(result, calls, traits, losses)),
    ...media.map((block) => encodeMedia(block, losses)),
    ...blocks.flatMap((block) => encodeUserPart(block, losses)),
  ];
}

/** Without ids a result is known by its place among those of its name. */
function sortByCall(results: ToolResultBlock[], calls: Calls): void {
  const placeOf = ({ callId }: ToolResultBlock): number => calls.get(callId)?.place ?? -1;
  results.sort((one, other) => placeOf(one) - placeOf(other));
}

function encodeUserPart(block: UserBlock, losses: Losses): JsonRecord[] {
  if ('cache' in block && block.cache) losses.drop('cache');
  switch (block.kind) {
    case 'tool-result':
      return [];
    case 'text':
      return block.text === '' ? [] : [{ text: block.text }];
    case 'image':
    case 'file':
    case 'audio':
      return [encodeMedia(block, losses)];
    case 'opaque':
      if (block.dialect === dialect && isRecord(block.json)) return [block.json];
      losses.drop('opaque');
      return [];
    default:
      return block satisfies never;
  }
}

function encodeResult(
  result: ToolResultBlock,
  calls: Calls,
  { takesMediaInResults, takesCallIds }: ModelTraits,
  losses: Losses,
): JsonRecord {
  const call = calls.get(result.callId);
  if (!call) {
    throw new RefusedContent(
      'tool result',
      `The result for call "${result.callId}" answers no call before it.`,
    );
  }
  const media = takesMediaInResults ? mediaOf(result) : [];
  const parts = media.map((block) => encodeMedia(block, losses));
  const response = encodeResponse(result);
  const id = takesCallIds && { id: result.callId };
  return { functionResponse: { ...id, name: call.name, response, ...(parts.length > 0 && { parts }) } };
}

function mediaOf({ blocks }: ToolResultBlock): (ImageBlock | FileBlock)[] {
  return blocks.flatMap((block) => (block.kind === 'text' ? [] : [block]));
}

function encodeMedia(block: ImageBlock | FileBlock | AudioBlock, losses: Losses): JsonRecord {
  if (block.kind === 'image' && block.detail !== undefined) losses.drop('detail');
  if (block.kind === 'file' && block.name !== undefined) losses.drop('name');
  const { source } = block;
  switch (source.kind) {
    case 'bytes':
      return { inlineData: { mimeType: source.mediaType, data: source.base64 } };
    case 'url': {
      if (!isHosted(source.url))
        throw refuse(block.kind, 'must be sent as base64: this address is not fetched');
      return writeFileData(source.url, source.mediaType ?? guessMediaType(source.url));
    }
    case 'stored':
      if (source.dialect !== dialect)
        throw refuse(block.kind, 'is stored where this upstream cannot read it');
      return writeFileData(source.id, source.mediaType);
    default:
      return source satisfies never;
  }
}

/** Vertex refuses what is kept in a bucket without its type. */
function writeFileData(fileUri: string, mimeType: string | undefined): JsonRecord {
  return { fileData: { ...(mimeType && { mimeType }), fileUri } };
}

function refuse(what: string, why: string): RefusedContent {
  return new RefusedContent(what, `This model is served by an upstream for which the ${what} ${why}.`);
}
