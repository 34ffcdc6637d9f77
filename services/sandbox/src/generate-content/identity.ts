import type { Identity } from '../exchange/dialect.ts';

/** What is the same in every part of one answer. */
export interface AnswerIdentity extends Identity {
  model: string;
}

export function responseId({ life, number }: Identity): string {
  return `${life}${number.toString(36).padStart(12, '0')}AA`;
}

export function callId({ life, number }: Identity, call: number): string {
  return `${life}${number.toString(36).padStart(6, '0')}${call.toString(36).padStart(2, '0')}`;
}

/** Headers that the vendor puts on every answer. A gateway has to keep them to itself. */
export function vendorHeaders({ life, number }: Identity): Record<string, string> {
  return {
    server: 'scaffolding on HTTPServer2',
    'server-timing': 'gfet4t7; dur=1',
    'x-gemini-service-tier': 'standard',
    'x-goog-request-id': `${life}${number.toString(36).padStart(8, '0')}`,
  };
}
