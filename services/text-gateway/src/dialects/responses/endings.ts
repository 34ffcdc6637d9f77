import type { Ending, EndingReason } from '../../canon/ending.ts';
import type { ReplyFault } from '../../canon/events.ts';
import { isRecord, type JsonRecord } from '../../json/read.ts';

/** How a response says that it is over. */
export interface Finish {
  status: 'completed' | 'incomplete' | 'failed';
  incompleteReason?: 'max_output_tokens' | 'content_filter';
  error?: { code: string; message: string };
}

const completed: Finish = { status: 'completed' };
const cutShort: Finish = { status: 'incomplete', incompleteReason: 'max_output_tokens' };

/** Of several reasons with the same finish the first is read back. */
const finishes: readonly [EndingReason, Finish][] = [
  ['complete', completed],
  ['tool-calls', completed],
  ['stop-sequence', completed],
  ['paused', completed],
  ['length', cutShort],
  ['context-exceeded', cutShort],
  ['filtered', { status: 'incomplete', incompleteReason: 'content_filter' }],
  [
    'malformed-tool-call',
    {
      status: 'failed',
      error: { code: 'server_error', message: 'The model called a tool in a way that cannot be read.' },
    },
  ],
];

export function encodeEnding({ reason }: Ending): Finish {
  return finishes.find(([name]) => name === reason)?.[1] ?? completed;
}

/** The codes of a failed response by which clients tell what they can do about it. Others are on a closed list. */
export const failureCodes: ReadonlySet<string | undefined> = new Set([
  ...['context_length_exceeded', 'invalid_prompt', 'rate_limit_exceeded'],
]);

export function encodeFault(fault: ReplyFault | undefined): Finish {
  const code = fault?.code !== undefined && failureCodes.has(fault.code) ? fault.code : 'server_error';
  return { status: 'failed', error: { code, message: fault?.message ?? 'The answer broke off.' } };
}

/** Reads `status` and `incomplete_details`; undefined when the response is not over, or failed. */
export function decodeEnding(
  { status, incomplete_details: details }: JsonRecord,
  hasCalls: boolean,
): Ending | undefined {
  if (status === 'completed') return { reason: hasCalls ? 'tool-calls' : 'complete' };
  if (status !== 'incomplete') return undefined;
  const said = isRecord(details) ? details.reason : undefined;
  const found = finishes.find(([, { incompleteReason }]) => incompleteReason && incompleteReason === said);
  return { reason: found?.[0] ?? 'length' };
}
