/** Reads what the gateway must know of a messages request. Source: Anthropic API reference, "Create a Message". */
import { FaultError } from '@headgate/runtime/errors';
import { fileBeginnings, imageBeginnings } from '../../json/image-bytes.ts';
import { nonEmptyText } from '../../json/non-empty-text.ts';
import { invalid, isRecord, optionalFlag, optionalWhole } from '../../json/read.ts';
import type { ImageShape } from '../../json/scan.ts';
import { readScanned, scanBody } from '../../json/scan-body.ts';
import { splice } from '../../json/splice.ts';
import type { ClientRequest, PassTarget } from '../passage.ts';
import { refuseOtherModels } from '../refuse-other-models.ts';
import { sizeOfContent } from '../size-of-content.ts';
import { traitsOf } from './model-traits.ts';
import { containerIdOf } from './request/container-id.ts';
import { defaultMaxTokens } from './request/default-max-tokens.ts';
import { withoutForeignThoughts } from './request/without-foreign-thoughts.ts';
import { readTierWord } from './wire/tier-word.ts';

const images: ImageShape = {
  within: 'messages',
  parts: ['source'],
  begins: imageBeginnings,
  files: fileBeginnings,
  // Others are texts, or blocks that have sources of their own.
  said: { by: ['type'], begins: ['base64'] },
  // Of a tool.
  texts: ['input'],
};

/** Throws a FaultError 400 that names the member at fault. */
export function readRequest(body: Buffer): ClientRequest {
  const scanned = scanBody(body, images);
  const read = (name: string): unknown => readScanned(body, scanned, name);
  const model = read('model');
  if (typeof model !== 'string' || model === '') throw invalid('model', 'you must provide a model');
  const messages = scanned.members.get('messages');
  if (!messages || body[messages.start] !== openBracket)
    throw invalid('messages', 'must be an array of messages');
  const stream = optionalFlag(read('stream'), 'stream') ?? false;
  const maxTokens = optionalWhole(read('max_tokens'), 'max_tokens');
  // 0 asks for nothing but that the prompt is kept in the vendor's cache.
  if (maxTokens !== undefined && maxTokens < 0) throw invalid('max_tokens', 'must be at least 0');
  refuseThread(read('thread'));
  refuseOtherModels(body, scanned);
  const metadata = read('metadata');
  const moved = movedEffort(read('effort'), read('output_config'));
  return {
    body,
    model,
    stream,
    size: {
      ...sizeOfContent(body, scanned),
      choices: 1,
      maxOutput: maxTokens ?? defaultMaxTokens,
    },
    // Clients that hold conversations put theirs in it.
    promptKey: isRecord(metadata) ? nonEmptyText(metadata.user_id) : undefined,
    // The vendor keeps it for one account of its own.
    continues: containerIdOf(read('container')),
    continuesBy: 'container',
    isKept: true,
    serviceTier: readTierWord({
      speed: read('speed'),
      service_tier: read('service_tier'),
      inference_geo: read('inference_geo'),
    }),
    withoutForeignThoughts(upstreamModel) {
      // Others are given their own thoughts back, which nobody signed.
      const cut = traitsOf(upstreamModel).takesUnsigned ? undefined : withoutForeignThoughts(body);
      return cut && readRequest(cut);
    },
    passTo(target) {
      const bound = maxTokens === undefined ? defaultedBound(target) : [];
      const edits = new Map<string, string | undefined>([...bound, ...moved]);
      if (target.model !== model) edits.set('model', JSON.stringify(target.model));
      return { body: splice(body, scanned, edits), dropUsage: false };
    },
  };
}

const openBracket = 0x5b;

/**
 * A conversation that the vendor holds belongs to one account of its own, which all keys share, and other upstreams hold
 * none: they would answer its last turn alone. Clients that are told so in the vendor's word send all of it again.
 */
function refuseThread(thread: unknown): void {
  if (thread === undefined || thread === null) return;
  const { fault } = invalid('thread', 'is not served: send the whole conversation without it');
  throw new FaultError({ ...fault, code: 'thread_unsupported_request' });
}

/** The vendor demands a bound, and refuses one above the model's. */
function defaultedBound({ maxOutputTokens = defaultMaxTokens }: PassTarget): [string, string][] {
  return [['max_tokens', String(Math.min(maxOutputTokens, defaultMaxTokens))]];
}

/** The public API has `effort` at the top, the vendor in `output_config`; one that stands there already wins. */
function movedEffort(effort: unknown, outputConfig: unknown): [string, string | undefined][] {
  if (effort === undefined) return [];
  if (effort === null) return [['effort', undefined]];
  const config = isRecord(outputConfig) ? outputConfig : {};
  return [
    ['effort', undefined],
    ['output_config', JSON.stringify({ effort, ...config })],
  ];
}
