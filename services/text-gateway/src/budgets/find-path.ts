import type { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { keyModelPurse, sortPath } from '@headgate/proto/purses';
import type { WindowNames } from './window-names.ts';

/** What a request must fit. */
export interface Path {
  /** All purses, sorted. */
  purses: string[];
  /** Whether any of them can refuse. */
  isLimited: boolean;
}

/** Paths of a caller, worked out in one quarter of an hour: one for each model that its key limits, and one for all others. */
interface KnownPaths {
  windows: WindowNames;
  quarter: number;
  byLimitedModel: Map<string | undefined, Path>;
}

/** Callers are kept as long as their keys are in use, and never changed. */
const knownPaths = new WeakMap<Caller, KnownPaths>();

/** The purses that a request of this caller for this model must fit, with the windows of budgets that are open now. */
export function findPath(caller: Caller, model: string, windows: WindowNames): Path {
  const limitedModel = caller.limitedModels.includes(model) ? model : undefined;
  const { byLimitedModel } = pathsOf(caller, windows);
  const known = byLimitedModel.get(limitedModel);
  if (known) return known;
  const path = makePath(caller, limitedModel, windows);
  byLimitedModel.set(limitedModel, path);
  return path;
}

function pathsOf(caller: Caller, windows: WindowNames): KnownPaths {
  // Without budgets a path holds for as long as its caller.
  const quarter = caller.budgets.length > 0 ? windows.quarter() : 0;
  const known = knownPaths.get(caller);
  if (known?.windows === windows && known.quarter === quarter) return known;
  const paths: KnownPaths = { windows, quarter, byLimitedModel: new Map() };
  knownPaths.set(caller, paths);
  return paths;
}

function makePath(caller: Caller, limitedModel: string | undefined, windows: WindowNames): Path {
  const own = limitedModel === undefined ? [] : [keyModelPurse(caller.keyId, limitedModel)];
  const limiting = [...own, ...caller.budgets.map(windows.purseOf)];
  return {
    purses: sortPath([...caller.purses.map(({ id }) => id), ...limiting]),
    isLimited: limiting.length > 0 || caller.purses.some(({ limited }) => limited),
  };
}
