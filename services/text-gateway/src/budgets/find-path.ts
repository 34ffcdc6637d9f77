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

/** The purses that a request of this caller for this model must fit, with the windows of budgets that are open now. */
export function findPath(caller: Caller, model: string, windows: WindowNames): Path {
  const own = caller.limitedModels.includes(model) ? [keyModelPurse(caller.keyId, model)] : [];
  const limiting = [...own, ...caller.budgets.map(windows.purseOf)];
  return {
    purses: sortPath([...caller.purses.map(({ id }) => id), ...limiting]),
    isLimited: limiting.length > 0 || caller.purses.some(({ limited }) => limited),
  };
}
