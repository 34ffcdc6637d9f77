// Only this dialect embeds on a route of its own path.

import type { Usage } from '../answer/meter.ts';
import { silentPlan } from '../answer/silent-plan.ts';
import { mostDimensions, vectorOf } from '../embeddings/vector.ts';
import type { Accepted, Incoming } from '../exchange/dialect.ts';
import type { Rendering } from '../exchange/exchange.ts';
import { findKind } from '../faults/kinds.ts';
import { faultOfModel } from '../faults/read-fault.ts';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { authorize, keyOf } from './authorize.ts';
import { vendorHeaders } from './identity.ts';
import { statusError } from './status-error.ts';
import type { Target } from './target.ts';
import { type Checked, errorBody, invalid, refused, unknownName } from './vendor-error.ts';

const members = new Set(['model', 'content', 'taskType', 'title', 'outputDimensionality']);

/** Checks a request to embed one content or many. */
export function acceptEmbedding(
  { model, action }: Target,
  { headers, path, bytes }: Incoming,
): Checked<Accepted> {
  const error = authorize(headers, path);
  if (error) return refused(error);
  const body = asRecord(parseJson(bytes.toString()));
  if (!body) return refused(invalid('Invalid JSON payload received.'));
  const fault = faultOfModel(model);
  if (model.startsWith('unknown-') || (fault !== null && !findKind(fault))) return refused(statusError(404));
  const isBatch = action === 'batchEmbedContents';
  const requests: unknown[] = isBatch ? (Array.isArray(body.requests) ? body.requests : []) : [body];
  if (requests.length === 0)
    return refused(invalid('* BatchEmbedContentsRequest.requests: contains no requests\n'));
  const texts: string[] = [];
  const vectors: number[][] = [];
  for (const value of requests) {
    const read = readRequest(asRecord(value) ?? {}, model, isBatch);
    if (read.type === 'refused') return read;
    texts.push(read.value.text);
    vectors.push(vectorOf(read.value.text, read.value.dimensions));
  }
  const all = vectors.map((values) => ({ values }));
  const answer = isBatch ? { embeddings: all } : { embedding: all[0] };
  // Older models count nothing.
  const counts = model.includes('embedding-2');
  return {
    type: 'ok',
    value: {
      model,
      key: keyOf(headers, path) ?? '',
      plan: silentPlan(texts),
      isStream: false,
      createRendering: (identity, meter) =>
        renderingOf(vendorHeaders(identity), answer, counts ? () => meter.usage() : null),
    },
  };
}

function readRequest(
  request: JsonRecord,
  model: string,
  isBatch: boolean,
): Checked<{ text: string; dimensions: number | undefined }> {
  const unknown = Object.keys(request).find((name) => !members.has(name));
  if (unknown !== undefined) return refused(unknownName(unknown, null));
  const { model: named, content, outputDimensionality } = request;
  if ((isBatch || named !== undefined) && named !== `models/${model}`)
    return refused(invalid('* BatchEmbedContentsRequest.requests[].model: unexpected model name format\n'));
  const parts = asRecord(content)?.parts;
  const texts = (Array.isArray(parts) ? parts : []).map((part) => asRecord(part)?.text);
  if (texts.length === 0 || !texts.every((text) => typeof text === 'string'))
    return refused(invalid('* EmbedContentRequest.content: contents is not specified\n'));
  const dimensions = typeof outputDimensionality === 'number' ? outputDimensionality : undefined;
  if (dimensions !== undefined && !(dimensions >= 1 && dimensions <= mostDimensions))
    return refused(invalid('* EmbedContentRequest.output_dimensionality: out of its range\n'));
  return { type: 'ok', value: { text: texts.join(''), dimensions } };
}

function renderingOf(
  headers: Record<string, string>,
  answer: object,
  usage: (() => Usage) | null,
): Rendering {
  return {
    streamType: 'application/json',
    frames: () => [],
    body: () => {
      const counted = usage && { usageMetadata: { promptTokenCount: usage().inputTokens } };
      return JSON.stringify({ ...answer, ...counted });
    },
    error: (status, message) => errorBody(statusError(status, message)),
    errorFrame: () => '',
    garbageFrame: '',
    withoutUsage: () => renderingOf(headers, answer, null),
    headers,
  };
}
