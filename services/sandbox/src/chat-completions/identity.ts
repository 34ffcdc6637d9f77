import type { Identity } from '../exchange/dialect.ts';

/** What is the same in every part of one answer. */
export interface AnswerIdentity extends Identity {
  model: string;
  /** At which it is served; `default` where nothing else was asked for. */
  serviceTier?: ServiceTier;
}

export const systemFingerprint = 'fp_5a4db0c5e1';

export type ServiceTier = 'default' | 'flex' | 'priority';

/** What is asked for is served: there is always room. Answers call `fast` what it was called before. */
export function readServiceTier(asked: unknown): ServiceTier {
  if (asked === 'fast') return 'priority';
  return asked === 'flex' || asked === 'priority' ? asked : 'default';
}

export function completionId({ life, number }: Identity): string {
  return `chatcmpl-${life}${number.toString(36).padStart(12, '0')}`;
}

export function callId({ life, number }: Identity, choice: number, call: number): string {
  return `call_${life}${number.toString(36).padStart(8, '0')}${choice}x${call}`;
}

/** Headers that the vendor puts on every answer. A gateway has to keep them to itself. */
export function vendorHeaders({ life, number }: Identity): Record<string, string> {
  return {
    'x-request-id': `req_${life}${number.toString(36).padStart(12, '0')}`,
    'openai-organization': 'sandbox-organization',
    'openai-processing-ms': '1',
    'openai-version': '2020-10-01',
    'x-ratelimit-limit-requests': '10000',
    'x-ratelimit-remaining-requests': '9999',
  };
}
