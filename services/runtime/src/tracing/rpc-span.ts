import { Metadata } from '@grpc/grpc-js';
import { isServiceError } from '../rpc/fault-details.ts';
import { activeSpan, beginSpan, isTracing } from './begin-span.ts';
import { noSpan, type Span, type TraceContext } from './span.ts';

/**
 * Begins a call to another service, with the metadata that goes along. What is not done for a request is no trace: watches
 * and heartbeats ask several times a second.
 */
export function beginCall(method: object): { span: Span; metadata: Metadata } {
  const metadata = new Metadata();
  if (!activeSpan().context) return { span: noSpan, metadata };
  const name = nameOf(method);
  const attributes = { 'rpc.system.name': 'grpc', 'rpc.method': name } as const;
  const span = beginSpan(name, { kind: 'client', attributes });
  writeContext(metadata, span.context);
  return { span, metadata };
}

/** What a method is called in traces and logs: `headgate.ledger.v1.Ledger/Draw`. */
export function nameOf(method: object): string {
  return 'path' in method && typeof method.path === 'string' ? method.path.slice(1) : 'rpc';
}

/** Metadata for a call that has no span of its own. */
export function metadataOf({ context }: Span): Metadata {
  const metadata = new Metadata();
  writeContext(metadata, context);
  return metadata;
}

/** Begins what a service does for a call, where its caller is traced. */
export function beginServing({ metadata, path }: { metadata: Metadata; path: string }): Span {
  return isTracing() ? beginServingWithin(readContext(metadata), path) : noSpan;
}

/** The same for a request that brings its caller's context by itself. */
export function beginServingWithin(parent: TraceContext | undefined, path: string): Span {
  if (!parent?.traceparent || !isTracing()) return noSpan;
  const name = path.slice(1);
  const attributes = { 'rpc.system.name': 'grpc', 'rpc.method': name } as const;
  return beginSpan(name, { kind: 'server', parent, attributes });
}

/** The word for a call that failed: its status, where it has one. */
export function failureOf(error: unknown): string {
  return isServiceError(error) ? String(error.code) : 'internal';
}

function writeContext(metadata: Metadata, context: TraceContext | undefined): void {
  for (const [name, value] of Object.entries(context ?? {})) metadata.set(name, value);
}

function readContext(metadata: Metadata): TraceContext | undefined {
  const [traceparent] = metadata.get('traceparent');
  const [tracestate] = metadata.get('tracestate');
  if (traceparent === undefined) return undefined;
  return {
    traceparent: String(traceparent),
    ...(tracestate !== undefined && { tracestate: String(tracestate) }),
  };
}
