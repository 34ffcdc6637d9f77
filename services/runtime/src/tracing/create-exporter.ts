import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Protocol } from './settings.ts';

/** Sends spans to the endpoint that OpenTelemetry's variables name, with the headers that they name. */
export async function createExporter(protocol: Protocol): Promise<SpanExporter> {
  switch (protocol) {
    case 'http/protobuf': {
      const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
      return new OTLPTraceExporter();
    }
    case 'http/json': {
      const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
      return new OTLPTraceExporter();
    }
    case 'grpc': {
      const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-grpc');
      return new OTLPTraceExporter();
    }
    default:
      return protocol satisfies never;
  }
}
