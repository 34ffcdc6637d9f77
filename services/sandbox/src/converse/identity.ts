import type { Identity } from '../exchange/dialect.ts';

export function callId({ life, number }: Identity, call: number): string {
  return `tooluse_${life}${number.toString(36).padStart(12, '0')}${call.toString(36).padStart(2, '0')}`;
}

/** Headers that the vendor puts on every answer. A gateway has to keep them to itself. */
export function vendorHeaders({ life, number }: Identity): Record<string, string> {
  return { 'x-amzn-requestid': `${life}-0000-4000-8000-${number.toString(16).padStart(12, '0')}` };
}
