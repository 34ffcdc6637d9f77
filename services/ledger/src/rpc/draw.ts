import { randomUUID } from 'node:crypto';
import {
  type DrawRequest,
  type DrawResponse,
  DrawResponse_Outcome as Outcome,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { askWithWindows } from '../book/budgets/open-windows.ts';
import { draw } from '../book/slices/draw.ts';
import { checkAtLeast, checkPath, checkRun, refuseFinishedRun, refuseUnknownPurses } from './check.ts';
import type { RpcContext } from './context.ts';

/** Grants a run more of a path, or recalls what others hold of it. */
export async function answerDraw(context: RpcContext, request: DrawRequest): Promise<DrawResponse> {
  const { knex, announce, metrics, outageToleranceMs } = context;
  const asked = {
    run: checkRun(request.run),
    path: checkPath(request.path),
    drawNo: checkAtLeast(request.drawNo, 1n, 'draw_no'),
    need: checkAtLeast(request.need, 0n, 'need'),
    want: checkAtLeast(request.want, 0n, 'want'),
  };
  const outcome = await askWithWindows(knex, () => draw(knex, asked, { toleranceMs: outageToleranceMs }));
  metrics.draws.inc({ outcome: outcome.kind });
  const answer = {
    grantedTotal: 0n,
    validForMs: outageToleranceMs,
    recallId: '',
    recalledRuns: [],
    lacking: [],
  };
  switch (outcome.kind) {
    case 'granted':
      return { ...answer, outcome: Outcome.GRANTED, grantedTotal: outcome.grantedTotal };
    case 'short': {
      const recallId = randomUUID();
      announce.recalled(recallId, outcome.purses);
      const { purses: lacking, holders: recalledRuns } = outcome;
      return { ...answer, outcome: Outcome.SHORT, recallId, recalledRuns, lacking };
    }
    case 'empty':
      return { ...answer, outcome: Outcome.EMPTY, lacking: outcome.purses };
    case 'run-finished':
      return refuseFinishedRun();
    case 'unknown-purses':
      return refuseUnknownPurses(outcome.purses);
  }
}
