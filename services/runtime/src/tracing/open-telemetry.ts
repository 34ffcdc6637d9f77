/** The only file that knows OpenTelemetry's own API; loaded when traces are recorded. */
import {
  type Context,
  SpanKind as Kinds,
  type Link,
  type Span as OpenTelemetrySpan,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Log } from '../log.ts';
import type { ProcessIdentity } from '../process/identify-process.ts';
import { createExporter } from './create-exporter.ts';
import { createSampler } from './create-sampler.ts';
import { limitFailures } from './limit-failures.ts';
import type { TracingSettings } from './settings.ts';
import type { Span, SpanKind, SpanStart, TraceContext, Tracer } from './span.ts';

const kinds: Record<SpanKind, Kinds> = {
  server: Kinds.SERVER,
  client: Kinds.CLIENT,
  consumer: Kinds.CONSUMER,
  internal: Kinds.INTERNAL,
};

/** A model's name comes from a client, and may be as long as it likes. */
const attributeValueLengthLimit = 256;

const propagator = new W3CTraceContextPropagator();

export interface OpenTelemetry {
  tracer: Tracer;
  /** Sends what there is. */
  shutdown(): Promise<void>;
}

/** Makes the tracer that exports spans as the settings say. Only here is the SDK loaded. */
export async function createOpenTelemetry(
  { service, instance, version }: ProcessIdentity,
  settings: TracingSettings,
  log: Log,
): Promise<OpenTelemetry> {
  setGlobalErrorHandler(limitFailures(log));
  const own = resourceFromAttributes({
    'service.name': service,
    'service.namespace': 'headgate',
    'service.version': version,
    'service.instance.id': instance,
  });
  const named = detectResources({ detectors: [envDetector] });
  const provider = new TracerProvider({
    resource: defaultResource().merge(own).merge(named),
    sampler: createSampler(settings.sampler, settings.share),
    spanLimits: { attributeValueLengthLimit },
    spanProcessors: [
      new BatchSpanProcessor({ exporter: await createExporter(settings.protocol), ...settings.batching }),
    ],
  });
  const made = provider.getTracer('headgate', version);
  return {
    tracer: {
      begin: (name, start, within) =>
        wrap(made.startSpan(name, optionsOf(start), contextOf(start.parent ?? within?.context))),
    },
    shutdown: () => provider.shutdown(),
  };
}

function optionsOf({ kind, attributes, link, startedAtMs }: SpanStart) {
  const links = linksTo(link);
  return {
    kind: kinds[kind],
    ...(attributes && { attributes: { ...attributes } }),
    ...(links.length > 0 && { links }),
    ...(startedAtMs !== undefined && { startTime: startedAtMs }),
  };
}

function linksTo(link: TraceContext | undefined): Link[] {
  const context = trace.getSpanContext(contextOf(link));
  return context ? [{ context }] : [];
}

/** What is no valid trace context counts as none. */
function contextOf(carrier: TraceContext | undefined): Context {
  if (!carrier) return ROOT_CONTEXT;
  return propagator.extract(ROOT_CONTEXT, carrier, {
    keys: () => ['traceparent', 'tracestate'],
    get: ({ traceparent, tracestate }: TraceContext, name) =>
      name === 'traceparent' ? traceparent : tracestate,
  });
}

function wrap(span: OpenTelemetrySpan): Omit<Span, 'run'> {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  const state = traceState?.serialize();
  return {
    traceId: span.isRecording() ? traceId : undefined,
    context: {
      traceparent: `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`,
      ...(state && { tracestate: state }),
    },
    set: (attributes) => void span.setAttributes({ ...attributes }),
    fail(kind) {
      span.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}
