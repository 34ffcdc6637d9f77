import type { Identity } from '../exchange/dialect.ts';

/** What is the same in every part of one answer. */
export interface AnswerIdentity extends Identity {
  model: string;
}

export function messageId({ life, number }: Identity): string {
  return `msg_01${life}${number.toString(36).padStart(14, '0')}`;
}

export function callId({ life, number }: Identity, call: number): string {
  return `toolu_01${life}${number.toString(36).padStart(12, '0')}${call.toString(36).padStart(2, '0')}`;
}

export function requestId({ life, number }: Identity): string {
  return `req_011${life}${number.toString(36).padStart(13, '0')}`;
}

/** Headers that the vendor puts on every answer. A gateway has to keep them to itself. */
export function vendorHeaders(identity: Identity): Record<string, string> {
  return {
    'request-id': requestId(identity),
    'anthropic-organization-id': '00000000-0000-4000-8000-000000000001',
    'anthropic-ratelimit-requests-limit': '4000',
    'anthropic-ratelimit-requests-remaining': '3999',
  };
}
