import { planSizeBytes, wholeLimitBytes } from '../answer/plan.ts';
import { planAnswer } from '../answer/plan-answer.ts';
import type { Accepted, Incoming } from '../exchange/dialect.ts';
import { findKind } from '../faults/kinds.ts';
import { faultOfModel } from '../faults/read-fault.ts';
import { authorize, keyOf } from './authorize.ts';
import { withPictures } from './plan-pictures.ts';
import { readRequest, unknownModel } from './read-request.ts';
import { createRendering } from './rendering.ts';
import type { Target } from './target.ts';
import { type Checked, invalid, refused } from './vendor-error.ts';

/** Checks a request in the vendor's order: the key, the JSON, the model, the rest. */
export function acceptRequest(
  { model, form }: Target,
  { headers, path, bytes }: Incoming,
): Checked<Accepted> {
  const error = authorize(headers, path);
  if (error) return refused(error);
  const read = readRequest(bytes, model);
  if (read.type === 'refused') return read;
  const { question, showsThoughts, pictures } = read.value;
  const fault = faultOfModel(model);
  if (fault !== null && !findKind(fault)) return refused(unknownModel(model));
  const planned = planAnswer(question, ['filtered', 'blocked']);
  if (planned.type === 'problem') return refused(invalid(planned.message));
  const plan = withPictures(planned.plan, pictures);
  if (form === 'whole' && planSizeBytes(plan) > wholeLimitBytes) {
    return refused(invalid('An answer this large must be streamed.'));
  }
  const value: Accepted = {
    model,
    plan,
    isStream: form !== 'whole',
    key: keyOf(headers, path) ?? '',
    createRendering: (identity, meter) =>
      createRendering({ ...identity, model }, { form, showsThoughts }, (pending) => meter.usage(pending)),
  };
  return { type: 'ok', value };
}
