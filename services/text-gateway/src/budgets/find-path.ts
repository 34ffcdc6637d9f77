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

/** Paths of a caller by model, worked out in one quarter of an hour. */
interface KnownPaths {
  windows: WindowNames;
  quarter: number;
  byModel: Map<string, Path>;
}

/** Callers are kept as long as their keys are in use, and never changed. */
const knownPaths = new WeakMap<Caller, KnownPaths>();
/** Clients may name models as they like. */
const mostModels = 1_000;

/** The purses that a request of this caller for this model must fit, with the windows of budgets that are open now. */
export function findPath(caller: Caller, model: string, windows: WindowNames): Path {
  const { byModel } = pathsOf(caller, windows);
  const known = byModel.get(model);
  if (known) return known;
  const path = makePath(caller, model, windows);
  if (byModel.size === mostModels) byModel.clear();
  byModel.set(model, path);
  return path;
}

function pathsOf(caller: Caller, windows: WindowNames): KnownPaths {
  // Without budgets a path holds for as long as its caller.
  const quarter = caller.budgets.length > 0 ? windows.quarter() : 0;
  const known = knownPaths.get(caller);
  if (known?.windows === windows && known.quarter === quarter) return known;
  const paths: KnownPaths = { windows, quarter, byModel: new Map() };
  knownPaths.set(caller, paths);
  return paths;
}

function makePath(caller: Caller, model: string, windows: WindowNames): Path {
  const own = caller.limitedModels.includes(model) ? [keyModelPurse(caller.keyId, model)] : [];
  const limiting = [...own, ...caller.budgets.map(windows.purseOf)];
  return {
    purses: sortPath([...caller.purses.map(({ id }) => id), ...limiting]),
    isLimited: limiting.length > 0 || caller.purses.some(({ limited }) => limited),
  };
}
