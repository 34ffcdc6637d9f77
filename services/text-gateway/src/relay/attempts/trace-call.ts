import { beginSpan, isTracing } from '@headgate/runtime/tracing/begin-span';
import type { SpanAttributes } from '@headgate/runtime/tracing/span-attributes';
import { cacheWriteOf, inputOf, outputOf, type Usage } from '../../canon/usage.ts';
import type { Route } from '../../catalog/route.ts';
import type { Serving } from '../serving.ts';
import type { AttemptResult } from './attempt.ts';
import { callResult } from './call-result.ts';
import { operationNames, providerNames } from './gen-ai-names.ts';

/** The span of one upstream call. */
export interface CallTrace {
  end(result: AttemptResult | undefined): void;
}

const untraced: CallTrace = { end: () => undefined };

/** Begins the span of an upstream call: of which channel, what it used, and neither whose it is nor a word of what was said. */
export function traceCall(
  { request, requestId, surface, answer, settlement }: Serving,
  { candidate: { channel } }: Route,
  number: number,
): CallTrace {
  if (!isTracing()) return untraced;
  const operation = operationNames[surface.name] ?? surface.name;
  const span = beginSpan(`${operation} ${request.model}`, {
    kind: 'client',
    attributes: {
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': providerNames[channel.provider] ?? channel.provider,
      'gen_ai.request.model': request.model,
      'headgate.request.id': requestId,
      'headgate.channel.id': String(channel.id),
      'headgate.attempt': number,
      'headgate.stream': request.stream,
    },
  });
  if (span.traceId === undefined) return untraced;
  return {
    end(result) {
      const word = callResult(result, answer.gone.aborted);
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
