import { cut, errorInStream, garbage, noTerminal, stall, zeroUsage } from './breaks.ts';
import type { FaultKind } from './kind.ts';
import {
  crlf,
  emptyOutput,
  hugeFrame,
  missingUsage,
  promptUsage,
  slowFirstByte,
  splitUtf8,
} from './oddities.ts';
import { cutBeforeHead, errorIn200, leak, statusFault } from './refusals.ts';

/** Every fault by its name, next to `status-<code>` for the codes 400 to 599. */
export const faultKinds: Record<string, FaultKind> = {
  crlf,
  cut,
  'cut-before-head': cutBeforeHead,
  'empty-output': emptyOutput,
  'error-in-200': errorIn200,
  'error-in-stream': errorInStream,
  garbage,
  'huge-frame': hugeFrame,
  leak,
  'missing-usage': missingUsage,
  'no-terminal': noTerminal,
  'prompt-usage': promptUsage,
  'slow-first-byte': slowFirstByte,
  'split-utf8': splitUtf8,
  stall,
  'zero-usage': zeroUsage,
};

/** The statuses named in lists for people; all others work as well. */
export const commonStatuses = [400, 401, 403, 404, 408, 409, 422, 429, 500, 502, 503, 529];

/** The kind of that name, or null when there is none. */
export function findKind(name: string): FaultKind | null {
  const status = /^status-([45]\d\d)$/.exec(name)?.[1];
  if (status !== undefined) return statusFault(Number(status));
  return Object.hasOwn(faultKinds, name) ? (faultKinds[name] ?? null) : null;
}
