import { planSizeBytes, wholeLimitBytes } from '../answer/plan.ts';
import { planAnswer } from '../answer/plan-answer.ts';
import type { Accepted, Incoming } from '../exchange/dialect.ts';
import { findKind } from '../faults/kinds.ts';
import { faultOfModel } from '../faults/read-fault.ts';
import { authorize, keyOf } from './authorize.ts';
import { readRequest, unknownModel } from './read-request.ts';
import { createRendering } from './rendering.ts';
import { type Checked, invalid, refused } from './vendor-error.ts';

/** Checks a request in the vendor's order: the key, the JSON, the model, the rest. */
export function acceptRequest(incoming: Incoming): Checked<Accepted> {
  const { headers } = incoming;
  const error = authorize(headers);
  if (error) return refused(error);
  const read = readRequest(incoming, false);
  if (read.type === 'refused') return read;
  const { model, question, isStream } = read.value;
  const fault = faultOfModel(model);
  if (fault !== null && !findKind(fault)) return refused(unknownModel(model));
  const planned = planAnswer(question, ['filtered']);
  if (planned.type === 'problem') return refused(invalid(`${planned.about}: ${planned.message}`));
  const { plan } = planned;
  if (!isStream && planSizeBytes(plan) > wholeLimitBytes) {
    return refused(invalid('stream: An answer this large must be streamed.'));
  }
  const value: Accepted = {
    model,
    plan,
    isStream,
    key: keyOf(headers) ?? '',
    createRendering: (identity, meter) => createRendering({ ...identity, model }, () => meter.usage()),
  };
  return { type: 'ok', value };
}
