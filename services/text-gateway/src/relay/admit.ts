import { fault } from '@headgate/proto/faults';
import type { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { keyModelPurse, sortPath } from '@headgate/proto/purses';
import { FaultError } from '@headgate/runtime/errors';
import { type Bounds, costBound } from '../catalog/bounds.ts';
import type { Candidate, Catalog } from '../catalog/catalog.ts';
import type { ClientRequest } from '../dialects/passage.ts';
import { findUpstream } from '../upstreams/index.ts';
import { estimateWorstCase } from './estimate.ts';

/** A request that may go on: where to, at whose cost, and what it can cost at most. */
export interface Admission {
  /** At least one. */
  candidates: readonly Candidate[];
  /** The purses that it must fit, sorted. */
  path: string[];
  /** Units to reserve; 0 when no purse of the path is limited. */
  reserved: bigint;
  bounds: Bounds;
  catalogVersion: bigint;
}

/** What applies to models that the catalog does not describe. */
const defaultModel = { maxOutput: 32_768n, maxImageTokens: 50_000n };

/** Throws a FaultError 503 `model_not_found` when the caller may not use the model or nobody serves it. */
export function admit(request: ClientRequest, caller: Caller, catalog: Catalog, bounds: Bounds): Admission {
  const candidates = findCandidates(request.model, caller, catalog, bounds);
  const isLimited =
    caller.purses.some(({ limited }) => limited) || caller.limitedModels.includes(request.model);
  const path = caller.purses.map(({ id }) => id);
  if (caller.limitedModels.includes(request.model)) path.push(keyModelPurse(caller.keyId, request.model));
  const costs = candidates.map(({ priceModel }) => {
    const bound = bounds.of(priceModel, caller.group);
    return bound
      ? costBound(bound, estimateWorstCase(request.size, catalog.model(priceModel) ?? defaultModel))
      : 0n;
  });
  return {
    candidates,
    path: sortPath(path),
    reserved: isLimited ? costs.reduce((most, cost) => (cost > most ? cost : most), 0n) : 0n,
    bounds,
    catalogVersion: catalog.version,
  };
}

/** The channels that can serve a model to a caller now. Throws when there are none. */
export function findCandidates(
  model: string,
  caller: Caller,
  catalog: Catalog,
  bounds: Bounds,
): readonly Candidate[] {
  const isAllowed = !caller.modelsLimited || caller.models.includes(model);
  const candidates = isAllowed ? catalog.candidates(model, caller.group) : [];
  const usable = candidates.filter(({ channel, priceModel }) => {
    if (caller.channelId !== 0n && channel.id !== caller.channelId) return false;
    return findUpstream(channel.provider) !== undefined && bounds.of(priceModel, caller.group) !== undefined;
  });
  if (usable.length === 0) {
    const message = `The model '${model.slice(0, 200)}' does not exist, or no channel serves it for this key.`;
    throw new FaultError(fault('model_not_found', { message, param: 'model', permanent: true }));
  }
  return usable;
}
