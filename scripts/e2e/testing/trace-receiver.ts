import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** A span as it was exported, with what its process says of itself. */
export interface ExportedSpan {
  service: string;
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, string | number | boolean>;
  links: { traceId: string; spanId: string }[];
  /** 2 is an error. */
  status: number;
}

/** A collector that takes OTLP as JSON over HTTP, and keeps it. */
export interface TraceReceiver {
  /** What sends spans here, as they end. */
  env: Record<string, string>;
  spans(): ExportedSpan[];
  /** Everything that came, as it came, headers included. */
  bytes(): string;
  stop(): void;
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const bodies: string[] = [];
  const heads: string[] = [];
  const server = createServer(async (request, response) => {
    heads.push(JSON.stringify([request.url, request.headers]));
    bodies.push(await readText(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-token=for-the-collector',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    },
    spans: () => bodies.flatMap((body) => readSpans(JSON.parse(body) as Exported)),
    bytes: () => [...heads, ...bodies].join('\n'),
    stop: () => server.close(),
  };
}

interface Exported {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: WireSpan[] }[];
  }[];
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean };
}

interface WireSpan {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attribute[];
  links: { traceId: string; spanId: string }[];
  status: { code: number };
}

function readSpans({ resourceSpans }: Exported): ExportedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(toRecord(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, status, ...span }) => ({
        ...span,
        service,
        attributes: toRecord(attributes),
        status: status.code,
      })),
    );
  });
}

function toRecord(attributes: Attribute[]): ExportedSpan['attributes'] {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? '']));
}
