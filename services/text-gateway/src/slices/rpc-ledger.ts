import { DrawResponse_Outcome, type LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { call } from '@headgate/runtime/rpc/client';
import type { SliceLedger } from './slices.ts';

/** Slices over the ledger's own RPC. */
export function createSliceLedger(client: LedgerClient, run: string): SliceLedger {
  return {
    async draw({ path, drawNo, need, want }) {
      const answer = await call(client, client.draw, { run, path: [...path], drawNo, need, want });
      if (answer.outcome === DrawResponse_Outcome.GRANTED) {
        return { outcome: 'granted', grantedTotal: answer.grantedTotal, validForMs: answer.validForMs };
      }
      if (answer.outcome === DrawResponse_Outcome.SHORT) {
        return {
          outcome: 'short',
          recallId: answer.recallId,
          runs: answer.recalledRuns,
          lacking: answer.lacking,
        };
      }
      return { outcome: 'empty', lacking: answer.lacking };
    },
    async return(slices) {
      await call(client, client.return, {
        run,
        slices: slices.map(({ path, returnedTotal }) => ({ path: [...path], returnedTotal })),
      });
    },
  };
}
