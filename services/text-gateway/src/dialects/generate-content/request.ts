/** Reads what the gateway must know of a generateContent request. Source: Gemini API reference, "Generating content". */
import { readServiceTier } from '../../canon/service-tier.ts';
import { orderNative } from '../../images/native/native-order.ts';
import { invalid, isRecord, optionalRecord, optionalWhole } from '../../json/read.ts';
import { readScanned, scanBody } from '../../json/scan-body.ts';
import type { RouteFacts } from '../codec.ts';
import type { ClientRequest } from '../passage.ts';
import { sizeOfContent } from '../size-of-content.ts';
import { traitsOf } from './model-traits.ts';
import { withoutCallIds } from './request/without-call-ids.ts';
import { withoutForeignThoughts } from './request/without-foreign-thoughts.ts';
import { createTap } from './tap.ts';
import { readWhole } from './whole.ts';
import { contentParts } from './wire/content-parts.ts';
import { countPictures } from './wire/count-pictures.ts';

const images = { within: 'contents', ...contentParts };
const maxCandidates = 8;
const openBracket = 0x5b;

/** Model and stream stand in the path. Throws a FaultError 400 that names the member at fault. */
export function readRequest(body: Buffer, { model, stream }: RouteFacts): ClientRequest {
  const scanned = scanBody(body, images);
  const contents = scanned.members.get('contents');
  const isList = contents && body[contents.start] === openBracket;
  if (!isList && !isContent(readScanned(body, scanned, 'contents')))
    throw invalid('contents', 'must be an array of contents');
  const name = scanned.members.has('generationConfig') ? 'generationConfig' : 'generation_config';
  if (scanned.members.has('generationConfig') && scanned.members.has('generation_config'))
    throw invalid('generation_config', 'stands beside generationConfig: send one of them');
  const config = optionalRecord(readScanned(body, scanned, name), name) ?? {};
  const bound = (camel: string, snake: string, most: number): number | undefined => {
    if (config[camel] !== undefined && config[snake] !== undefined)
      throw invalid(`${name}.${snake}`, `stands beside ${camel}: send one of them`);
    const value = optionalWhole(config[camel] ?? config[snake], `${name}.${camel}`);
    if (value !== undefined && (value < 1 || value > most))
      throw invalid(`${name}.${camel}`, `must be a whole number from 1 to ${most}`);
    return value;
  };
  const request: ClientRequest = {
    body,
    model,
    stream,
    // The vendor's own examples have it in the other spelling.
    serviceTier:
      readServiceTier(readScanned(body, scanned, 'serviceTier')) ??
      readServiceTier(readScanned(body, scanned, 'service_tier')),
    orderFor: (terms) => orderNative(request, { readWhole, createTap, countPictures }, terms),
    size: {
      ...sizeOfContent(body, scanned),
      choices: bound('candidateCount', 'candidate_count', maxCandidates) ?? 1,
      maxOutput: bound('maxOutputTokens', 'max_output_tokens', 2 ** 30),
    },
    withoutCallIds() {
      const cut = withoutCallIds(body);
      return cut === body ? request : cut && readRequest(cut, { model, stream });
    },
    withoutForeignThoughts(upstreamModel) {
      const cut = withoutForeignThoughts(body, traitsOf({ model: upstreamModel }));
      return cut && readRequest(cut, { model, stream });
    },
    passTo: () => ({ body, dropUsage: false }),
  };
  return request;
}

/** One content stands for a list of one. */
function isContent(value: unknown): boolean {
  return isRecord(value) && typeof value.parts === 'object' && value.parts !== null;
}
