/** Reads what the gateway must know of a responses request. Source: OpenAI API reference, "Create a model response". */
import { readAskedTier } from '../../canon/service-tier.ts';
import { orderDrawn } from '../../images/drawn/drawn-order.ts';
import { fileBeginnings, imageBeginnings } from '../../json/image-bytes.ts';
import { nonEmptyText } from '../../json/non-empty-text.ts';
import { invalid, isRecord, optionalFlag, optionalWhole } from '../../json/read.ts';
import type { ImageShape } from '../../json/scan.ts';
import { readScanned, scanBody } from '../../json/scan-body.ts';
import { splice } from '../../json/splice.ts';
import type { ClientRequest } from '../passage.ts';
import { refuseOtherModels } from '../refuse-other-models.ts';
import { sizeOfContent } from '../size-of-content.ts';
import { withoutForeignThoughts } from './items/without-foreign-thoughts.ts';
import { createTap } from './tap.ts';
import { readWhole } from './whole.ts';

/** What a client sends or points at, and what its tool made, which comes back as bytes alone. */
export const inputImages: ImageShape = {
  within: 'input',
  parts: ['image_url', 'result', 'file_data', 'file_url'],
  begins: ['data:image/', ...imageBeginnings],
  files: ['data:', ...fileBeginnings],
  // Schemas have members of any name.
  texts: ['tools'],
};

/** What the vendor keeps: an answer may go on from it, with nothing added. */
const otherInputs = ['prompt', 'previous_response_id', 'conversation'];

/** Throws a FaultError 400 that names the member at fault. */
export function readRequest(body: Buffer): ClientRequest {
  const scanned = scanBody(body, inputImages);
  const read = (name: string): unknown => readScanned(body, scanned, name);
  const model = read('model');
  if (typeof model !== 'string' || model === '') throw invalid('model', 'you must provide a model');
  const hasInput = scanned.members.has('input') || otherInputs.some((name) => (read(name) ?? '') !== '');
  if (!hasInput) throw invalid('input', 'you must provide an input');
  const stream = optionalFlag(read('stream'), 'stream') ?? false;
  refuseOtherModels(body, scanned);
  const streamOptions = read('stream_options');
  if (isRecord(streamOptions) && 'include_usage' in streamOptions)
    throw invalid('stream_options.include_usage', 'is not known here: usage is always sent');
  // It would be served after its answer, and nobody would be there to count.
  if (read('background') === true) throw invalid('background', 'is not served');
  const maxOutput = optionalWhole(read('max_output_tokens'), 'max_output_tokens');
  if (maxOutput !== undefined && maxOutput < 1) throw invalid('max_output_tokens', 'must be at least 1');
  const request: ClientRequest = {
    body,
    model,
    stream,
    size: {
      ...sizeOfContent(body, scanned),
      choices: 1,
      maxOutput,
    },
    continues: nonEmptyText(read('previous_response_id')),
    isKept: read('store') !== false,
    promptKey: nonEmptyText(read('prompt_cache_key')),
    serviceTier: readAskedTier(read('service_tier')),
    withoutForeignThoughts() {
      const cut = withoutForeignThoughts(body);
      return cut && readRequest(cut);
    },
    passTo: (target) => ({
      body: splice(
        body,
        scanned,
        new Map(target.model === model ? [] : [['model', JSON.stringify(target.model)]]),
      ),
      dropUsage: false,
    }),
    orderFor: (terms) => orderDrawn(request, { readWhole, createTap }, terms),
  };
  return request;
}
