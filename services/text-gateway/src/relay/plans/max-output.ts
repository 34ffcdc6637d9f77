import type { Candidate } from '../../catalog/catalog.ts';
import { defaultModel } from '../../catalog/default-model.ts';
import type { GatewayContext } from '../../context.ts';

/** The most output of a candidate: what was reserved for. */
export function maxOutputOf({ catalog }: GatewayContext, { priceModel }: Candidate): number {
  return Number((catalog.current()?.model(priceModel) ?? defaultModel).maxOutput);
}
