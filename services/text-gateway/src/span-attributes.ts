import type {} from '@headgate/runtime/tracing/span-attributes';

declare module '@headgate/runtime/tracing/span-attributes' {
  /** What is said of models, and no word of what is said to them or by them. */
  interface SpanAttributes {
    'gen_ai.operation.name'?: string;
    'gen_ai.provider.name'?: string;
    /** The model as the client names it. */
    'gen_ai.request.model'?: string;
    'gen_ai.usage.input_tokens'?: number;
    'gen_ai.usage.output_tokens'?: number;
    'gen_ai.usage.cache_read.input_tokens'?: number;
    'gen_ai.usage.cache_creation.input_tokens'?: number;
    'gen_ai.usage.reasoning.output_tokens'?: number;

    'headgate.request.id'?: string;
    /** Its number, never the key. */
    'headgate.key.id'?: string;
    'headgate.channel.id'?: string;
    /** The model as the client names it. */
    'headgate.model'?: string;
    /** Which upstream call of the request it is, from 1; of the request, how many there were. */
    'headgate.attempt'?: number;
    'headgate.stream'?: boolean;
    'headgate.ending'?: string;
    'headgate.first_byte_ms'?: number;
    /** Of the catalog. */
    'headgate.config.version'?: string;
  }
}
