/**
 * All that is ever said of a span, so that no header, body, key or address of a caller can be said by chance. The names are
 * OpenTelemetry's. A service adds what it says to this list, in a `span-attributes.ts` of its own.
 */
export interface SpanAttributes {
  'http.request.method'?: string;
  'http.response.status_code'?: number;
  /** The row of a table of routes; never the path, which may hold ids. */
  'http.route'?: string;

  'rpc.system.name'?: 'grpc';
  /** Service and method. */
  'rpc.method'?: string;

  'messaging.system'?: 'nats';
  'messaging.operation.type'?: 'process';
  'messaging.destination.name'?: string;
  'messaging.batch.message_count'?: number;
}
