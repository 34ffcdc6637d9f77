import type { Schema } from './schema.ts';

/** The envelope of what succeeds on the routes of sessions; `beside` names what stands next to `data`. */
export function enveloped(data?: Schema, beside: Record<string, Schema> = {}): Schema {
  return {
    type: 'object',
    properties: {
      success: { type: 'boolean', const: true },
      message: { type: 'string' },
      ...beside,
      ...(data && { data }),
    },
    required: ['success', 'message', ...Object.keys(beside), ...(data ? ['data'] : [])],
  };
}
