import { type LedgerServer, LedgerService } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { serverStream, unary } from '@headgate/runtime/rpc/handler';
import type { RpcService } from '@headgate/runtime/rpc/server';
import { answerApplyPrices } from './apply-prices.ts';
import { answerChangeGrant } from './change-grant.ts';
import type { RpcContext } from './context.ts';
import { answerDraw } from './draw.ts';
import { answerDropUsage } from './drop-usage.ts';
import { answerExplainBill } from './explain-bill.ts';
import { answerFinishRun } from './finish-run.ts';
import { answerGetBalanceAt } from './get-balance-at.ts';
import { answerGetBounds } from './get-bounds.ts';
import { answerGetHolds } from './get-holds.ts';
import { answerGetPurses } from './get-purses.ts';
import { createGetStatistics } from './get-statistics.ts';
import { answerHeartbeat } from './heartbeat.ts';
import { answerHold } from './hold.ts';
import { answerListEntries } from './list-entries.ts';
import { answerListHolds } from './list-holds.ts';
import { answerListNotices } from './list-notices.ts';
import { createListPrices } from './list-prices.ts';
import { answerListUsage } from './list-usage.ts';
import { answerOpenPurse } from './open-purse.ts';
import {
  answerDropParked,
  answerGetParked,
  answerListParked,
  answerRepairParked,
  answerReplayParked,
} from './parked.ts';
import { answerQuote } from './quote.ts';
import { answerRefund } from './refund.ts';
import { answerReleaseHold } from './release-hold.ts';
import { answerReleaseLostHold } from './release-lost-hold.ts';
import { answerReturn } from './return.ts';
import { answerSetBudgets } from './set-budgets.ts';
import { answerSetWarning } from './set-warning.ts';
import { answerSumUsage } from './sum-usage.ts';
import { answerVerify } from './verify.ts';

/** The ledger's calls: one file per call. */
export function ledgerService(context: RpcContext): RpcService {
  const { log } = context;
  const implementation: LedgerServer = {
    draw: unary(log, (request) => answerDraw(context, request)),
    return: unary(log, (request) => answerReturn(context, request)),
    heartbeat: unary(log, (request) => answerHeartbeat(context, request)),
    finishRun: unary(log, (request) => answerFinishRun(context, request)),
    getBounds: unary(log, (request) => answerGetBounds(context, request)),
    applyPrices: unary(log, (request) => answerApplyPrices(context, request)),
    listPrices: unary(log, createListPrices(context)),
    openPurse: unary(log, (request) => answerOpenPurse(context, request)),
    setBudgets: unary(log, (request) => answerSetBudgets(context, request)),
    setWarning: unary(log, (request) => answerSetWarning(context, request)),
    changeGrant: unary(log, (request) => answerChangeGrant(context, request)),
    listNotices: unary(log, (request) => answerListNotices(context, request)),
    refund: unary(log, (request) => answerRefund(context, request)),
    explainBill: unary(log, (request) => answerExplainBill(context, request)),
    getPurses: unary(log, (request) => answerGetPurses(context, request)),
    listUsage: unary(log, (request) => answerListUsage(context, request)),
    dropUsage: unary(log, (request) => answerDropUsage(context, request)),
    sumUsage: unary(log, (request) => answerSumUsage(context, request)),
    listEntries: unary(log, (request) => answerListEntries(context, request)),
    getStatistics: unary(log, createGetStatistics(context)),
    getBalanceAt: unary(log, (request) => answerGetBalanceAt(context, request)),
    quote: unary(log, (request) => answerQuote(context, request)),
    hold: unary(log, (request) => answerHold(context, request)),
    releaseHold: unary(log, (request) => answerReleaseHold(context, request)),
    getHolds: unary(log, (request) => answerGetHolds(context, request)),
    listHolds: unary(log, (request) => answerListHolds(context, request)),
    releaseLostHold: unary(log, (request) => answerReleaseLostHold(context, request)),
    listParked: unary(log, (request) => answerListParked(context, request)),
    getParked: unary(log, (request) => answerGetParked(context, request)),
    repairParked: unary(log, (request) => answerRepairParked(context, request)),
    replayParked: unary(log, (request) => answerReplayParked(context, request)),
    dropParked: unary(log, (request) => answerDropParked(context, request)),
    verify: serverStream(log, (_, send, signal) => answerVerify(context, send, signal)),
  };
  return { definition: LedgerService, implementation };
}
