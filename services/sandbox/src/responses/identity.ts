import type { Identity } from '../exchange/dialect.ts';

/** What is the same in every part of one answer. */
export interface AnswerIdentity extends Identity {
  model: string;
}

export function responseId(identity: Identity): string {
  return `resp_${serial(identity)}`;
}

/** The id of an output item: `rs`, `msg`, `fc` or `cmp` and where it stands. */
export function itemId(identity: Identity, kind: string, index: number): string {
  return `${kind}_${serial(identity)}${index.toString(36).padStart(2, '0')}`;
}

export function callId(identity: Identity, call: number): string {
  return `call_${serial(identity)}${call.toString(36).padStart(2, '0')}`;
}

function serial({ life, number }: Identity): string {
  return `${life}${number.toString(36).padStart(24, '0')}`;
}
