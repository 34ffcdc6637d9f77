import { status } from '@grpc/grpc-js';
import { type LedgerServer, LedgerService, PurseState } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { createLog } from '@headgate/runtime/log';
import { unary } from '@headgate/runtime/rpc/handler';
import { startRpcServer } from '@headgate/runtime/rpc/server';

/** A real server of the part of ledger's contract that ingress uses. */
export interface ScriptedLedger {
  address: string;
  purses: Map<string, PurseState>;
  /** As when its database is gone. */
  isBroken: boolean;
  stop(): Promise<void>;
}

export async function startScriptedLedger(): Promise<ScriptedLedger> {
  const log = createLog('scripted-ledger', 'silent');
  const unused = unary<unknown, never>(log, () => {
    throw new Error('ingress must not call this');
  });
  const implementation: LedgerServer = {
    draw: unused,
    return: unused,
    heartbeat: unused,
    finishRun: unused,
    getBounds: unused,
    applyPrices: unused,
    openPurse: unused,
    refund: unused,
    getPurses: unary(log, ({ purses }) => {
      if (scripted.isBroken) throw Object.assign(new Error('no database'), { code: status.INTERNAL });
      return { purses: purses.flatMap((id) => scripted.purses.get(id) ?? []) };
    }),
  };
  const server = await startRpcServer({ host: '127.0.0.1', port: 0 }, [
    { definition: LedgerService, implementation },
  ]);
  const scripted: ScriptedLedger = {
    address: `127.0.0.1:${server.port}`,
    purses: new Map(),
    isBroken: false,
    stop: () => server.stop(0),
  };
  return scripted;
}

export function purse(id: string, state: Partial<PurseState>): PurseState {
  return PurseState.fromPartial({ id, ...state });
}
