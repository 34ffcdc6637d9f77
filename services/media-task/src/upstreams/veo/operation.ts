import { asNumber, asObject, asText, type Json } from '../../call/json.ts';
import type { FailCode } from '../../task/failure.ts';
import type { Media } from '../../task/task.ts';
import { saysUnwanted } from '../google/refusal.ts';
import type { Report } from '../upstream.ts';

/** By Google's numbers of errors (`google.rpc.Code`). */
const failCodes: Record<number, FailCode> = {
  1: 'cancelled',
  3: 'invalid_parameter',
  4: 'upstream_timeout',
  8: 'upstream_rate_limited',
  14: 'upstream_unavailable',
};

/** How a long-running operation stands. `mediaIn` finds what it made in its response. */
export function readOperation(operation: Json, mediaIn: (response: Json) => Media[]): Report {
  const { done = false } = operation;
  if (asText(operation.name) === undefined || typeof done !== 'boolean') {
    return { kind: 'unknown', literal: String(operation.done) };
  }
  if (!done) return { kind: 'running' };
  const error = asObject(operation.error);
  if (error) {
    const message = asText(error.message) ?? '';
    const code = failCodes[asNumber(error.code) ?? 0] ?? 'internal_error';
    const isUnwanted = code === 'invalid_parameter' && saysUnwanted(message);
    return { kind: 'failed', code: isUnwanted ? 'content_policy_violation' : code, message };
  }
  const response = asObject(operation.response) ?? {};
  const media = mediaIn(response);
  const filtered = filteredIn(asObject(response.generateVideoResponse) ?? response);
  if (media.length === 0 && filtered !== undefined) {
    return { kind: 'failed', code: 'content_policy_violation', message: filtered };
  }
  return { kind: 'succeeded', result: { media } };
}

/** What was filtered is told as if all had gone well. */
function filteredIn({
  raiMediaFilteredReasons: reasons,
  raiMediaFilteredCount: count,
}: Json): string | undefined {
  const words = Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === 'string') : [];
  if (words.length === 0 && !((asNumber(count) ?? 0) > 0)) return undefined;
  return words.join(' ');
}
