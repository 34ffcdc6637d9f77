import { AsyncLocalStorage } from 'node:async_hooks';
import { noSpan, type Span, type SpanStart, type Tracer } from './span.ts';

/**
 * The one tracer of the process, and the span that is being worked on. See
 * decisions/2026-11-22-tracing-is-the-process-s.md for why they are not passed along.
 */
let tracer: Tracer | undefined;
const active = new AsyncLocalStorage<Span>();

/** From now on spans are recorded; without a tracer they are not. */
export function useTracer(chosen: Tracer | undefined): void {
  tracer = chosen;
}

/** Whether spans are recorded: otherwise nobody need find out what would stand in them. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Begins a span within its parent, or within the one that is being worked on, or a trace of its own. */
export function beginSpan(name: string, start: SpanStart): Span {
  if (!tracer) return noSpan;
  const span: Span = {
    ...tracer.begin(name, start, active.getStore()),
    run: (work) => active.run(span, work),
  };
  return span;
}

/** The span that is being worked on. */
export function activeSpan(): Span {
  return tracer ? (active.getStore() ?? noSpan) : noSpan;
}
