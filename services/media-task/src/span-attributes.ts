import type {} from '@headgate/runtime/tracing/span-attributes';

declare module '@headgate/runtime/tracing/span-attributes' {
  interface SpanAttributes {
    /** The model as the client names it. */
    'gen_ai.request.model'?: string;
    'headgate.channel.id'?: string;
    'headgate.task.id'?: string;
  }
}
