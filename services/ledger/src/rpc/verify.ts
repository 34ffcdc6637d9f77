import type { VerifyResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { verify } from '../verify/verify.ts';
import type { RpcContext } from './context.ts';

/** Replays and compares; tells now and again how far it is, and in the end what it found. */
export async function answerVerify(
  { knex, log }: RpcContext,
  send: (response: VerifyResponse) => void,
  signal: AbortSignal,
): Promise<void> {
  const onProgress = (entries: bigint): void => send({ entries, comparisons: [] });
  const { entries, compared } = await verify(knex, { signal, onProgress });
  const contradictions = compared.reduce((sum, one) => sum + one.contradictions, 0n);
  if (contradictions > 0n)
    log.error({ contradictions: String(contradictions) }, 'the books contradict themselves');
  send({ entries, comparisons: compared });
}
