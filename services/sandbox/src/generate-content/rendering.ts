import { promptOf, type Usage } from '../answer/meter.ts';
import type { Delta } from '../answer/produce.ts';
import type { Rendering } from '../exchange/exchange.ts';
import { type AnswerIdentity, vendorHeaders } from './identity.ts';
import { separators } from './separators.ts';
import { statusError } from './status-error.ts';
import { streamFrames } from './stream-frames.ts';
import type { Form } from './target.ts';
import { errorBody } from './vendor-error.ts';
import { wholeBody } from './whole-body.ts';

export interface Shape {
  form: Form;
  showsThoughts: boolean;
}

/** Writes one answer in the generate-content dialect. `usage` is null for an answer without. */
export function createRendering(
  identity: AnswerIdentity,
  { form, showsThoughts }: Shape,
  usage: ((pending: readonly Delta[]) => Usage) | null,
): Rendering {
  const around = separators[form];
  const { before, after, end } = around;
  return {
    streamType: form === 'array' ? 'application/json; charset=UTF-8' : 'text/event-stream',
    frames: (deltas) => streamFrames(deltas, identity, showsThoughts, around, usage),
    body: (deltas) => wholeBody(deltas, identity, showsThoughts, usage?.([]) ?? null),
    error: (status, message) => formError(form, errorBody(statusError(status, message))),
    errorFrame: () => before + errorBody(statusError(503)) + after + end,
    garbageFrame: `${before}{"candidates": <garbage\u0000\ufffd>${after}`,
    withoutUsage: () => createRendering(identity, { form, showsThoughts }, null),
    withPromptUsage: () =>
      createRendering(identity, { form, showsThoughts }, usage && ((pending) => promptOf(usage(pending)))),
    headers: vendorHeaders(identity),
  };
}

/** Where an array was asked for, the vendor puts even an error into one. */
export function formError(form: Form, body: string): string {
  return form === 'array' ? `[${body}]` : body;
}
