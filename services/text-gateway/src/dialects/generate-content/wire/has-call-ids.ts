import { isRecord, recordsIn } from '../../../json/read.ts';

/** Whether a request's calls or their results have ids. Bodies that cannot have any are not parsed. */
export function hasCallIds(body: Buffer): boolean {
  if (!body.includes('"id"')) return false;
  try {
    const request: unknown = JSON.parse(body.toString('utf8'));
    return (
      isRecord(request) &&
      recordsIn(request.contents)
        .flatMap(({ parts }) => recordsIn(parts))
        .some(hasId)
    );
  } catch {
    return false;
  }
}

function hasId(part: Record<string, unknown>): boolean {
  const calls = [part.functionCall, part.functionResponse, part.function_call, part.function_response];
  return calls.some((call) => isRecord(call) && call.id !== undefined);
}
