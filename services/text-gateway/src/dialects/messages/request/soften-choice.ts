import type { Losses } from '../../../canon/losses.ts';
import type { CanonRequest } from '../../../canon/request.ts';
import { isForced } from '../../chat-completions/tools/is-forced.ts';
import type { ModelTraits } from '../model-traits.ts';

/** The request with the choice left to models that refuse to be made to call. */
export function softenChoice(
  request: CanonRequest,
  { takesForcedCalls }: Pick<ModelTraits, 'takesForcedCalls'>,
  losses: Losses,
): CanonRequest {
  if (takesForcedCalls || !isForced(request)) return request;
  losses.approximate('toolChoice');
  return { ...request, toolChoice: { kind: 'auto' } };
}
