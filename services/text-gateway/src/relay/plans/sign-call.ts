import { findUpstream } from '../../upstreams/index.ts';
import type { AuthorizeTools, Headers } from '../../upstreams/upstream.ts';
import type { Choice } from '../choices/choose.ts';
import type { CallPlan } from './plan-call.ts';

/** The call with the proof of who makes it. Rejects when it cannot be had. */
export function signCall(
  plan: CallPlan,
  choice: Choice,
  tools: AuthorizeTools,
): CallPlan | Promise<CallPlan> {
  const { candidate, key } = choice;
  const { channel } = candidate;
  const upstream = key === undefined ? undefined : findUpstream(channel.provider);
  if (key === undefined || !upstream) return plan;
  const { url, headers, body } = plan;
  const proof = upstream.authorize({ url, headers, body, key, channel }, tools);
  return proof instanceof Promise ? proof.then((found) => withProof(plan, found)) : withProof(plan, proof);
}

function withProof(plan: CallPlan, proof: Headers): CallPlan {
  return { ...plan, headers: { ...plan.headers, ...proof } };
}
