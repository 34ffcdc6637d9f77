import type {} from '@headgate/runtime/tracing/span-attributes';

declare module '@headgate/runtime/tracing/span-attributes' {
  interface SpanAttributes {
    'headgate.request.id'?: string;
    /** Its number, never the key. */
    'headgate.key.id'?: string;
    'headgate.first_byte_ms'?: number;
    /** Why an answer did not end as it should. */
    'headgate.abort'?: string;
  }
}
