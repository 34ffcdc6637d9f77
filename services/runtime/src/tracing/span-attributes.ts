/**
 * All that is ever said of a span, so that no prompt, answer, header, key or address can be said by chance. The names are
 * OpenTelemetry's, where it has one.
 */
export interface SpanAttributes {
  'http.request.method'?: string;
  'http.response.status_code'?: number;
  /** The row of the route table; never the path, which may hold ids. */
  'http.route'?: string;

  'rpc.system.name'?: 'grpc';
  /** Service and method. */
  'rpc.method'?: string;
  'rpc.response.status_code'?: string;

  'messaging.system'?: 'nats';
  'messaging.operation.type'?: 'process';
  'messaging.destination.name'?: string;
  'messaging.batch.message_count'?: number;

  'gen_ai.operation.name'?: string;
  'gen_ai.provider.name'?: string;
  /** The model that was asked for, and the one that the upstream says it answered with. */
  'gen_ai.request.model'?: string;
  'gen_ai.response.model'?: string;
  'gen_ai.usage.input_tokens'?: number;
  'gen_ai.usage.output_tokens'?: number;
  'gen_ai.usage.cache_read.input_tokens'?: number;
  'gen_ai.usage.cache_creation.input_tokens'?: number;
  'gen_ai.usage.reasoning.output_tokens'?: number;

  /** Of upstreams alone. */
  'server.address'?: string;
  'server.port'?: number;

  'headgate.request.id'?: string;
  /** Its number, never the key. */
  'headgate.key.id'?: string;
  'headgate.channel.id'?: string;
  /** The model as the client names it, where the upstream has another name for it. */
  'headgate.model'?: string;
  /** Which call of the request it is, from 1. */
  'headgate.attempt'?: number;
  'headgate.first_byte_ms'?: number;
  'headgate.stream'?: boolean;
  'headgate.ending'?: string;
  'headgate.abort'?: string;
  'headgate.config.version'?: string;
  'headgate.task.id'?: string;
}
