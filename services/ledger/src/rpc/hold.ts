import { randomUUID } from 'node:crypto';
import {
  type HoldRequest,
  type HoldResponse,
  HoldResponse_Outcome as Outcome,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { askWithWindows } from '../book/budgets/open-windows.ts';
import { takeHold } from '../book/holds/take-hold.ts';
import { checkAtLeast, checkId, checkPath, checkText, refuseUnknownPurses } from './check.ts';
import type { RpcContext } from './context.ts';

/** Holds units for a media task, or recalls what runs hold of them. */
export async function answerHold(
  { knex, announce, metrics }: RpcContext,
  request: HoldRequest,
): Promise<HoldResponse> {
  const wanted = {
    id: checkId(request.id, 'id'),
    path: checkPath(request.path),
    amount: checkAtLeast(request.amount, 0n, 'amount'),
    ref: checkText(request.ref, 'ref'),
  };
  const outcome = await askWithWindows(knex, () => takeHold(knex, wanted));
  metrics.holds.inc({ outcome: outcome.kind });
  const answer = { recallId: '', recalledRuns: [], lacking: [] };
  switch (outcome.kind) {
    case 'held':
      return { ...answer, outcome: Outcome.HELD };
    case 'short': {
      const { purses: lacking, holders: recalledRuns } = outcome;
      if (recalledRuns.length === 0) return { ...answer, outcome: Outcome.SHORT, lacking };
      const recallId = randomUUID();
      announce.recalled(recallId, lacking);
      return { outcome: Outcome.SHORT, recallId, recalledRuns, lacking };
    }
    case 'empty':
      return { ...answer, outcome: Outcome.EMPTY, lacking: outcome.purses };
    case 'released':
      return { ...answer, outcome: Outcome.RELEASED };
    case 'closed':
      return { ...answer, outcome: Outcome.CLOSED };
    case 'other-content':
      return { ...answer, outcome: Outcome.OTHER_CONTENT };
    case 'unknown-purses':
      return refuseUnknownPurses(outcome.purses);
  }
}
