import { status } from '@grpc/grpc-js';
import { fault } from '@headgate/proto/faults';
import {
  type ApplyPricesRequest,
  type ApplyPricesResponse,
  type ChangeGrantRequest,
  type ChangeGrantResponse,
  type GetPursesRequest,
  type GetPursesResponse,
  LedgerClient,
  type ListNoticesRequest,
  type ListNoticesResponse,
  type ListPricesResponse,
  type OpenPurseRequest,
  type OpenPurseResponse,
  type SetBudgetsRequest,
  type SetBudgetsResponse,
  type SetWarningRequest,
  type SetWarningResponse,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { FaultError } from '@headgate/runtime/errors';
import { call, connectRpc } from '@headgate/runtime/rpc/client';
import { isServiceError } from '@headgate/runtime/rpc/fault-details';
import type { Security } from '@headgate/runtime/security/security';
import { wait } from '@headgate/runtime/wait';
import { keepPrices } from './keep-prices.ts';

/** What is asked of the ledger. Repeating any of it changes nothing. */
export interface Ledger {
  /** Only a dry run waits for a ledger that restarts: who tells prices for good holds a lock. */
  applyPrices(request: ApplyPricesRequest): Promise<ApplyPricesResponse>;
  openPurse(request: OpenPurseRequest): Promise<OpenPurseResponse>;
  setBudgets(request: SetBudgetsRequest): Promise<SetBudgetsResponse>;
  setWarning(request: SetWarningRequest): Promise<SetWarningResponse>;
  /** These are repeated by who asks, not here. */
  changeGrant(request: ChangeGrantRequest): Promise<ChangeGrantResponse>;
  listNotices(request: ListNoticesRequest): Promise<ListNoticesResponse>;
  getPurses(request: GetPursesRequest): Promise<GetPursesResponse>;
  /** The same for who changes something by the answer: a ledger that restarts is waited for. */
  lookUpPurses(request: GetPursesRequest): Promise<GetPursesResponse>;
  /** The same object for as long as nobody changes them: it is only read. */
  listPrices(): Promise<ListPricesResponse>;
}

const deadlineMs = 30_000;
const shortDeadlineMs = 5_000;
/** A ledger that restarts is waited for; one that is away for longer is a fault. */
const defaultPatienceMs = 10_000;
const pauseMs = 250;

/** The ledger behind a grpc-js target. Rejects with a FaultError: its own, or 503 when it cannot be reached. */
export function connectLedger(
  target: string,
  { patienceMs = defaultPatienceMs, security }: { patienceMs?: number; security?: Security } = {},
): Ledger & { close(): void } {
  const client = connectRpc(LedgerClient, target, security);
  return {
    applyPrices: (request) =>
      patiently(request.dryRun ? patienceMs : 0, () =>
        call(client, client.applyPrices, request, { deadlineMs }),
      ),
    openPurse: (request) =>
      patiently(patienceMs, () => call(client, client.openPurse, request, { deadlineMs })),
    setBudgets: (request) =>
      patiently(patienceMs, () => call(client, client.setBudgets, request, { deadlineMs })),
    setWarning: (request) =>
      patiently(patienceMs, () => call(client, client.setWarning, request, { deadlineMs: shortDeadlineMs })),
    changeGrant: (request) => call(client, client.changeGrant, request, { deadlineMs: shortDeadlineMs }),
    listNotices: (request) => call(client, client.listNotices, request, { deadlineMs: shortDeadlineMs }),
    getPurses: (request) => call(client, client.getPurses, request, { deadlineMs: shortDeadlineMs }),
    lookUpPurses: (request) =>
      patiently(patienceMs, () => call(client, client.getPurses, request, { deadlineMs: shortDeadlineMs })),
    listPrices: keepPrices((request) =>
      patiently(patienceMs, () => call(client, client.listPrices, request, { deadlineMs: shortDeadlineMs })),
    ),
    close: () => client.close(),
  };
}

async function patiently<T>(patienceMs: number, run: () => Promise<T>): Promise<T> {
  const end = Date.now() + patienceMs;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isAway(error)) throw error;
      if (Date.now() >= end) throw new FaultError(ledgerIsAway, { cause: error });
    }
    await wait(pauseMs);
  }
}

const ledgerIsAway = fault('service_unavailable', {
  message: 'The ledger cannot be reached, so nothing was changed. Try again later.',
});

/** The ledger did not answer; asked later, it may. */
export function isAway(error: unknown): boolean {
  return (
    isServiceError(error) && (error.code === status.UNAVAILABLE || error.code === status.DEADLINE_EXCEEDED)
  );
}
