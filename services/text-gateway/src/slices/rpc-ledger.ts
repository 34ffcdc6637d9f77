import {
  type DrawRequest,
  type DrawResponse,
  DrawResponse_Outcome,
  type LedgerClient,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { isReplicaLost } from '@headgate/runtime/rpc/call-again';
import { call } from '@headgate/runtime/rpc/client';
import type { DrawAnswer, SliceLedger } from './slices.ts';

/** Slices over the ledger's own RPC. */
export function createSliceLedger(client: LedgerClient, run: string): SliceLedger {
  return {
    async draw({ path, ...wish }) {
      const request: DrawRequest = { run, path: [...path], ...wish };
      try {
        return toAnswer(await call(client, client.draw, request));
      } catch (error) {
        if (!isReplicaLost(error)) throw error;
        // Replicas are called in turn, and a draw that is repeated is granted once.
        return { ...toAnswer(await call(client, client.draw, request)), isRepeated: true };
      }
    },
    async return(slices) {
      await call(client, client.return, {
        run,
        slices: slices.map(({ path, returnedTotal }) => ({ path: [...path], returnedTotal })),
      });
    },
  };
}

function toAnswer({ outcome, lacking, ...answer }: DrawResponse): DrawAnswer {
  if (outcome === DrawResponse_Outcome.GRANTED) {
    return { outcome: 'granted', grantedTotal: answer.grantedTotal, validForMs: answer.validForMs };
  }
  if (outcome === DrawResponse_Outcome.SHORT) {
    return { outcome: 'short', recallId: answer.recallId, runs: answer.recalledRuns, lacking };
  }
  return { outcome: 'empty', lacking };
}
