import type { VerifyResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { giveVerdict } from '../verify/give-verdict.ts';
import type { RpcContext } from './context.ts';

/** Replays and compares; tells now and again how far it is, and in the end what it found. */
export async function answerVerify(
  { knex, log }: RpcContext,
  send: (response: VerifyResponse) => void,
  signal: AbortSignal,
): Promise<void> {
  const onProgress = (entries: bigint): void => send({ entries, comparisons: [] });
  const verdict = await giveVerdict({ knex, log, signal, onProgress });
  if (verdict) send({ entries: verdict.entries, comparisons: verdict.compared });
}
