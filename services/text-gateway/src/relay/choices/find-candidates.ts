import { fault } from '@headgate/proto/faults';
import type { Bound } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { Candidate, Catalog } from '../../catalog/catalog.ts';
import { findUpstream } from '../../upstreams/index.ts';
import type { Access } from './access.ts';

/** Where a request may go. */
export interface Found {
  /** The one whose channels serve and whose ratio is billed: the caller's, or one that `auto` stands for. */
  group: string;
  /** At least one. */
  candidates: readonly Candidate[];
}

/**
 * The channels that can serve a model to a caller now: the model's own, then those of its fallbacks, all of one
 * group. Of the groups of `auto` the first that serves the model itself counts, before any fallback. Throws a
 * FaultError 503 `model_not_found` when there are none. `serves` says which can be asked at all for what is wanted, `isWanted` whether
 * those of a group will do where the next one may be better.
 */
export function findCandidates(
  model: string,
  { caller, catalog, bounds }: Access,
  serves: (candidate: Candidate, bound: Bound) => boolean = () => true,
  isWanted: (candidates: readonly Candidate[]) => boolean = () => true,
): Found {
  const isAllowed = (name: string): boolean => !caller.modelsLimited || caller.models.includes(name);
  const usable = (name: string, group: string): readonly Candidate[] =>
    catalog.candidates(name, group).filter((candidate) => {
      const { channel, priceModel } = candidate;
      if (caller.channelId !== 0n && channel.id !== caller.channelId) return false;
      const isKnown = findUpstream(channel.provider) !== undefined;
      const bound = bounds.of(priceModel, group);
      return isKnown && bound !== undefined && serves(candidate, bound);
    });
  const fallbacks = fallbacksOf(model, caller, catalog).filter(isAllowed);
  const ofFallbacks = (group: string): Candidate[] =>
    fallbacks.flatMap((name, index) =>
      usable(name, group).map((candidate) => ({ ...candidate, rung: index + 1 })),
    );
  const groups = isAllowed(model) ? catalog.groupsOf(caller.group) : [];
  for (const group of groups) {
    const own = usable(model, group);
    const candidates = fallbacks.length > 0 && own.length > 0 ? [...own, ...ofFallbacks(group)] : own;
    if (own.length > 0 && isWanted(candidates)) return { group, candidates };
  }
  for (const group of fallbacks.length > 0 ? groups : []) {
    const candidates = ofFallbacks(group);
    if (candidates.length > 0 && isWanted(candidates)) return { group, candidates };
  }
  const message = `The model '${model.slice(0, 200)}' does not exist, or no channel serves it for this key.`;
  const ofClient = !isAllowed(model) || !catalog.isNamed(model);
  throw new FaultError(fault('model_not_found', { message, param: 'model', permanent: true, ofClient }));
}

/**
 * A fallback with a limit under this key is left out: its purse is not on the path of the request. Whoever named
 * the channel wants to see what that makes of the model itself.
 */
function fallbacksOf(model: string, { channelId, limitedModels }: Caller, catalog: Catalog): string[] {
  if (channelId !== 0n) return [];
  const names = catalog.model(model)?.fallbacks ?? [];
  return names.filter((name) => !limitedModels.includes(name));
}
