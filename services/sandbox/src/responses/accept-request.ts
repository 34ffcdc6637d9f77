import { planSizeBytes, wholeLimitBytes } from '../answer/plan.ts';
import { planAnswer } from '../answer/plan-answer.ts';
import { authorize, keyOf } from '../chat-completions/authorize.ts';
import { unknownModel } from '../chat-completions/read-request.ts';
import { type Checked, invalid, refused } from '../chat-completions/vendor-error.ts';
import type { Accepted, Incoming } from '../exchange/dialect.ts';
import { findKind } from '../faults/kinds.ts';
import { faultOfModel } from '../faults/read-fault.ts';
import type { SandboxContext } from '../sandbox.ts';
import { responseId } from './identity.ts';
import { readItems } from './read-items.ts';
import { readRequest } from './read-request.ts';
import { createRendering } from './rendering.ts';

/** Checks a request in the vendor's order: the key, the JSON, the model, the rest. */
export function acceptRequest({ headers, bytes }: Incoming, context: SandboxContext): Checked<Accepted> {
  const error = authorize(headers.authorization);
  if (error) return refused(error);
  const key = keyOf(headers.authorization) ?? '';
  const kept = context.responses.of(key);
  const read = readRequest(bytes, kept);
  if (read.type === 'refused') return read;
  const { model, question, items, isStream, isStored, body, ...shape } = read.value;
  const fault = faultOfModel(model);
  if (fault !== null && !findKind(fault)) return refused(unknownModel(model));
  const planned = planAnswer(question, ['filtered', 'failed', 'cancelled']);
  if (planned.type === 'problem') {
    return refused(invalid(planned.message, planned.about === 'messages' ? 'input' : planned.about));
  }
  const { plan } = planned;
  if (planSizeBytes(plan) > wholeLimitBytes) {
    return refused(invalid('An answer this large does not fit into the event that ends it.', 'input'));
  }
  const value: Accepted = {
    model,
    plan,
    isStream,
    key,
    createRendering(identity, meter) {
      const onOutput = (output: object[]): void => {
        // Its own items need no proof of where they come from.
        const said = readItems(output, () => ({ id: null, type: 'reasoning', message: null }));
        if (!isStored || said.type === 'refused') return;
        kept.add(responseId(identity), [...items, ...said.value]);
      };
      return createRendering({ ...identity, model }, { ...shape, body, onOutput }, () => meter.usage());
    },
  };
  return { type: 'ok', value };
}
