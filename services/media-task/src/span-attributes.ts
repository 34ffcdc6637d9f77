import type {} from '@headgate/runtime/tracing/span-attributes';

declare module '@headgate/runtime/tracing/span-attributes' {
  interface SpanAttributes {
    /** The model that the vendor is asked for. */
    'gen_ai.request.model'?: string;
    'headgate.channel.id'?: string;
    'headgate.task.id'?: string;
  }
}
