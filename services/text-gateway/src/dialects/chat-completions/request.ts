/** Reads what the gateway must know of a chat completions request. Source: OpenAI API reference, "Create chat completion". */
import { readAskedTier } from '../../canon/service-tier.ts';
import { orderShown } from '../../images/drawn/shown-order.ts';
import { fileBeginnings, filmBeginnings, imageBeginnings, soundBeginnings } from '../../json/image-bytes.ts';
import { nonEmptyText } from '../../json/non-empty-text.ts';
import { invalid, isRecord } from '../../json/read.ts';
import type { ImageShape, ScannedObject } from '../../json/scan.ts';
import { readScanned, scanBody } from '../../json/scan-body.ts';
import { type Edits, splice } from '../../json/splice.ts';
import type { ClientRequest, PassTarget } from '../passage.ts';
import { refuseOtherModels } from '../refuse-other-models.ts';
import { sizeOfContent } from '../size-of-content.ts';
import { countPictures } from './reply/count-pictures.ts';
import { createTap } from './tap.ts';
import { withThoughtsBesideCalls } from './turns/with-thoughts-beside-calls.ts';
import { readWhole } from './whole.ts';

const heard = [...soundBeginnings, ...filmBeginnings];
const untyped = (begin: string): string => `data:;base64,${begin}`;

const images: ImageShape = {
  within: 'messages',
  parts: ['image_url', 'input_audio', 'video_url', 'file_data'],
  begins: ['data:image/', ...imageBeginnings.map(untyped)],
  // Alibaba has films, and sound in data URLs, which need no type.
  sounds: [...heard, ...heard.map(untyped), 'data:audio/', 'data:video/'],
  files: ['data:', ...fileBeginnings],
};
const maxChoices = 128;

/** Throws a FaultError 400 that names the member at fault. */
export function readRequest(body: Buffer): ClientRequest {
  const scanned = scanBody(body, images);
  const model = readScanned(body, scanned, 'model');
  if (typeof model !== 'string' || model === '') throw invalid('model', 'you must provide a model');
  const messages = scanned.members.get('messages');
  if (!messages || body[messages.start] !== 0x5b) throw invalid('messages', 'must be an array of messages');
  const stream = readScanned(body, scanned, 'stream') ?? false;
  if (typeof stream !== 'boolean') throw invalid('stream', 'must be true or false');
  refuseOtherModels(body, scanned);
  const streamOptions = readStreamOptions(body, scanned, stream);
  const includeUsage = streamOptions?.include_usage === true;
  const request: ClientRequest = {
    body,
    model,
    stream,
    size: {
      ...sizeOfContent(body, scanned),
      choices: readCount(body, scanned, 'n', maxChoices) ?? 1,
      maxOutput: largest(
        readCount(body, scanned, 'max_completion_tokens'),
        readCount(body, scanned, 'max_tokens'),
      ),
    },
    promptKey: nonEmptyText(readScanned(body, scanned, 'prompt_cache_key')),
    serviceTier: readAskedTier(readScanned(body, scanned, 'service_tier')),
    passTo(target: PassTarget) {
      const edits = new Map<string, string>();
      if (target.model !== model) edits.set('model', JSON.stringify(target.model));
      const dropUsage = stream && target.usageOnRequest && !includeUsage;
      if (dropUsage) edits.set('stream_options', JSON.stringify({ ...streamOptions, include_usage: true }));
      return { body: splice(body, scanned, edits satisfies Edits), dropUsage };
    },
    orderFor: (terms) => orderShown(request, { readWhole, createTap, countPictures }, terms),
    withThoughts(unknown) {
      const filled = withThoughtsBesideCalls(body, unknown);
      return filled === body ? request : filled && readRequest(filled);
    },
  };
  return request;
}

export function readStreamOptions(
  body: Buffer,
  scanned: ScannedObject,
  stream: boolean,
): Record<string, unknown> | undefined {
  const options = readScanned(body, scanned, 'stream_options');
  if (options === undefined || options === null) return undefined;
  if (!stream) throw invalid('stream_options', 'is only allowed when stream is true');
  if (!isRecord(options)) throw invalid('stream_options', 'must be an object');
  const { include_usage: includeUsage } = options;
  if (includeUsage !== undefined && includeUsage !== null && typeof includeUsage !== 'boolean') {
    throw invalid('stream_options.include_usage', 'must be true or false');
  }
  return options;
}

/** Upstreams differ in which of two caps they heed: the worst case is the larger. */
function largest(first: number | undefined, second: number | undefined): number | undefined {
  return first === undefined || second === undefined ? (first ?? second) : Math.max(first, second);
}

export function readCount(
  body: Buffer,
  scanned: ScannedObject,
  name: string,
  max = 2 ** 30,
): number | undefined {
  const value = readScanned(body, scanned, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > max) {
    throw invalid(name, `must be a whole number from 1 to ${max}`);
  }
  return value;
}
