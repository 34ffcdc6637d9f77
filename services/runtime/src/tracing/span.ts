import type { SpanAttributes } from './span-attributes.ts';

/** Where a span stands, as W3C trace context says it to another process. */
export interface TraceContext {
  traceparent: string;
  tracestate?: string;
}

/** Whether somebody records it: otherwise there is nothing to go on with. */
export function isSampled({ traceparent }: TraceContext): boolean {
  return traceparent.endsWith('-01');
}

/** A piece of work with a beginning and an end, in a tree that spans processes. Without tracing it is `noSpan`. */
export interface Span {
  /** The trace that it is recorded in, for log lines; undefined where nothing is recorded. */
  readonly traceId: string | undefined;
  /** For whoever goes on with the work; undefined without tracing. */
  readonly context: TraceContext | undefined;
  set(attributes: SpanAttributes): void;
  /** It did not do what it was for. `kind` is a word of a closed list or a status, never a message. */
  fail(kind: string): void;
  end(): void;
  /** Runs work whose own spans, calls to other services included, become its children. */
  run<T>(work: () => T): T;
}

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

export interface SpanStart {
  kind: SpanKind;
  attributes?: SpanAttributes;
  /** In another process. Without one, the span that this runs within. */
  parent?: TraceContext | undefined;
  /** Another trace that it has to do with. */
  link?: TraceContext | undefined;
  /** Unix milliseconds, where it began earlier. */
  startedAtMs?: number;
}

/** Records spans. */
export interface Tracer {
  begin(name: string, start: SpanStart, within: Span | undefined): Omit<Span, 'run'>;
}

/** What there is without tracing: it takes everything and keeps nothing. */
export const noSpan: Span = Object.freeze({
  traceId: undefined,
  context: undefined,
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
  run: <T>(work: () => T): T => work(),
});
