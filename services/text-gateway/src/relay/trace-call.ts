import { beginSpan, isTracing } from '@headgate/runtime/tracing/begin-span';
import type { SpanAttributes } from '@headgate/runtime/tracing/span-attributes';
import { cacheWriteOf, inputOf, outputOf, type Usage } from '../canon/usage.ts';
import type { Route } from '../catalog/route.ts';
import type { AttemptResult, Serving } from './attempt.ts';
import { callResult } from './call-result.ts';
import { operationNames, providerNames } from './gen-ai-names.ts';
import type { CallPlan } from './plan-call.ts';
import { createResponseModelReader } from './read-response-model.ts';

/** The span of one upstream call. */
export interface CallTrace {
  /** A piece of its answer. */
  read(bytes: Buffer): void;
  end(result: AttemptResult | undefined): void;
}

const untraced: CallTrace = { read: () => undefined, end: () => undefined };

/** Begins the span of an upstream call: what was asked of whom, what it used, and no word of what was said. */
export function traceCall(
  { request, requestId, dialect, answer, settlement }: Serving,
  { candidate: { channel, upstreamModel } }: Route,
  { url }: Pick<CallPlan, 'url'>,
  number: number,
): CallTrace {
  if (!isTracing()) return untraced;
  const operation = operationNames[dialect.name] ?? dialect.name;
  const span = beginSpan(`${operation} ${upstreamModel}`, {
    kind: 'client',
    attributes: {
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': providerNames[channel.provider] ?? channel.provider,
      'gen_ai.request.model': upstreamModel,
      'server.address': url.hostname,
      'server.port': Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
      'headgate.request.id': requestId,
      'headgate.channel.id': String(channel.id),
      'headgate.attempt': number,
      'headgate.model': request.model,
      'headgate.stream': request.stream,
    },
  });
  if (span.traceId === undefined) return untraced;
  const response = createResponseModelReader(request.stream);
  return {
    read: response.read,
    end(result) {
      const word = callResult(result, answer.gone.aborted);
      const model = response.model();
      if (model !== undefined) span.set({ 'gen_ai.response.model': model });
      const usage = result?.kind === 'answered' ? settlement.used() : undefined;
      if (usage) span.set(usageAttributes(usage));
      if (word !== 'served') span.fail(word);
      span.end();
    },
  };
}

function usageAttributes(usage: Usage): SpanAttributes {
  return {
    'gen_ai.usage.input_tokens': inputOf(usage),
    'gen_ai.usage.output_tokens': outputOf(usage),
    'gen_ai.usage.cache_read.input_tokens': usage.inputCacheRead,
    'gen_ai.usage.cache_creation.input_tokens': cacheWriteOf(usage),
    'gen_ai.usage.reasoning.output_tokens': usage.outputReasoning,
  };
}
