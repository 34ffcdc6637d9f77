import { status } from '@grpc/grpc-js';
import {
  type DropUsageResponse,
  ExplainBillResponse,
  type GetStatisticsResponse,
  type LedgerServer,
  LedgerService,
  type ListEntriesResponse,
  type ListUsageResponse,
  PurseState,
  type SumUsageResponse,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { createLog } from '@headgate/runtime/log';
import { unary } from '@headgate/runtime/rpc/handler';
import { startRpcServer } from '@headgate/runtime/rpc/server';

interface Answers {
  listUsage: ListUsageResponse;
  sumUsage: SumUsageResponse;
  listEntries: ListEntriesResponse;
  getStatistics: GetStatisticsResponse;
  dropUsage: DropUsageResponse;
  explainBill: ExplainBillResponse;
}

/** A real server of the part of ledger's contract that ingress uses. */
export interface ScriptedLedger {
  address: string;
  purses: Map<string, PurseState>;
  /** What was asked for of records, and what is answered. */
  asked: unknown[];
  answers: Answers;
  /** As when its database is gone. */
  isBroken: boolean;
  stop(): Promise<void>;
}

export async function startScriptedLedger(): Promise<ScriptedLedger> {
  const log = createLog('scripted-ledger', 'silent');
  function answer<Name extends keyof Answers>(request: unknown, name: Name): Answers[Name] {
    if (scripted.isBroken) throw Object.assign(new Error('no database'), { code: status.INTERNAL });
    scripted.asked.push(request);
    return scripted.answers[name];
  }
  const implementation: Pick<LedgerServer, keyof Answers | 'getPurses'> = {
    listUsage: unary(log, (request) => answer(request, 'listUsage')),
    sumUsage: unary(log, (request) => answer(request, 'sumUsage')),
    listEntries: unary(log, (request) => answer(request, 'listEntries')),
    getStatistics: unary(log, (request) => answer(request, 'getStatistics')),
    dropUsage: unary(log, (request) => answer(request, 'dropUsage')),
    explainBill: unary(log, (request) => answer(request, 'explainBill')),
    getPurses: unary(log, ({ purses }) => {
      if (scripted.isBroken) throw Object.assign(new Error('no database'), { code: status.INTERNAL });
      return { purses: purses.flatMap((id) => scripted.purses.get(id) ?? []), nowMs: 0n };
    }),
  };
  const { getPurses, listUsage, sumUsage, listEntries, getStatistics, dropUsage, explainBill } =
    LedgerService;
  const definition = { getPurses, listUsage, sumUsage, listEntries, getStatistics, dropUsage, explainBill };
  const server = await startRpcServer({ host: '127.0.0.1', port: 0 }, [{ definition, implementation }]);
  const scripted: ScriptedLedger = {
    address: `127.0.0.1:${server.port}`,
    purses: new Map(),
    asked: [],
    answers: {
      listUsage: { records: [], hasMore: false, total: 0n, totalExact: true },
      sumUsage: { amount: 0n, exact: true, requestsPerMinute: 0n, tokensPerMinute: 0n },
      listEntries: { records: [], hasMore: false, total: 0n, totalExact: true },
      getStatistics: { rows: [] },
      dropUsage: { requests: 0n, keptFromMs: 0n },
      explainBill: ExplainBillResponse.fromPartial({}),
    },
    isBroken: false,
    stop: () => server.stop(0),
  };
  return scripted;
}

export function purse(id: string, state: Partial<PurseState>): PurseState {
  return PurseState.fromPartial({ id, ...state });
}
