import type { Plan } from '../answer/plan.ts';
import { sourceSizeBytes } from '../answer/text-source.ts';
import { findKind } from '../faults/kinds.ts';
import { faultOfModel } from '../faults/read-fault.ts';
import { authorize, keyOf } from './authorize.ts';
import { planAnswer } from './plan-answer.ts';
import { type ChatRequest, readRequest, unknownModel } from './read-request.ts';
import { type Checked, invalid, refused } from './vendor-error.ts';

/** A request that the vendor would answer, and what the answer will be. */
export interface Accepted {
  request: ChatRequest;
  plan: Plan;
  key: string;
}

/** An answer that is not streamed exists as a whole, so it has a bound. */
const replyLimitBytes = 64 * 1024 * 1024;

/** Checks a request in the vendor's order: the key, the JSON, the model, the rest. */
export function acceptRequest(authorization: string | undefined, bytes: Buffer): Checked<Accepted> {
  const error = authorize(authorization);
  if (error) return refused(error);
  const read = readRequest(bytes);
  if (read.type === 'refused') return read;
  const request = read.value;
  const fault = faultOfModel(request.model);
  if (fault !== null && !findKind(fault)) return refused(unknownModel(request.model));
  const planned = planAnswer(request);
  if (planned.type === 'refused') return planned;
  const plan = planned.value;
  const sizeBytes = plan.contents.reduce((sum, content) => sum + sourceSizeBytes(content), 0);
  if (!request.isStream && sizeBytes > replyLimitBytes) {
    return refused(invalid('An answer this large must be streamed.', 'stream'));
  }
  return { type: 'ok', value: { request, plan, key: keyOf(authorization) ?? '' } };
}
