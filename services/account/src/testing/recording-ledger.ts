import type { Notice } from '@headgate/proto/gen/headgate/events/v1/events';
import {
  type ApplyPricesRequest,
  type ChangeGrantRequest,
  ChangeGrantResponse_Outcome,
  type GroupRatio,
  type OpenPurseRequest,
  Price,
  type SetBudgetsRequest,
  type SetWarningRequest,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Ledger } from '../ledger.ts';

/** Writes down what the rules ask of the ledger, and remembers prices and grants as the ledger does. */
export interface RecordingLedger extends Ledger {
  /** Those told for good. */
  prices: ApplyPricesRequest[];
  purses: OpenPurseRequest[];
  budgets: SetBudgetsRequest[];
  warnings: SetWarningRequest[];
  notices: Notice[];
  grantChanges: ChangeGrantRequest[];
  /** What changes of grants are answered with. */
  grantOutcome: ChangeGrantResponse_Outcome;
  /** Whether it answers which prices changed, as the ledger does. */
  saysPrices: boolean;
  /** When set, runs before each call is answered. */
  before: (() => Promise<void> | void) | undefined;
  granted(purse: string): bigint | undefined;
  forget(): void;
}

export function createRecordingLedger(): RecordingLedger {
  const grants = new Map<string, Map<string, bigint>>();
  const granted = (purse: string): bigint | undefined => {
    const totals = grants.get(purse);
    return totals && [...totals.values()].reduce((sum, total) => sum + total, 0n);
  };
  const budgets = new Map<string, string>();
  let rows = new Map<string, string>();
  const prices = new Map<string, Price>();
  const ratios = new Map<string, GroupRatio>();
  let version = 0n;
  const ledger: RecordingLedger = {
    prices: [],
    purses: [],
    budgets: [],
    warnings: [],
    notices: [],
    grantChanges: [],
    grantOutcome: ChangeGrantResponse_Outcome.CHANGED,
    saysPrices: false,
    before: undefined,
    async applyPrices(request) {
      await ledger.before?.();
      if (!request.dryRun) ledger.prices.push(request);
      const next = new Map(request.prune ? [] : rows);
      for (const price of request.prices) next.set(`price ${price.model}`, written(price));
      for (const { group, ...ratio } of request.groups) next.set(`group ${group}`, JSON.stringify(ratio));
      const changed = JSON.stringify([...next].sort()) !== JSON.stringify([...rows].sort());
      const changes = request.prices.flatMap((after) => {
        const before = prices.get(after.model);
        return before && written(before) === written(after) ? [] : [{ model: after.model, before, after }];
      });
      const groups = request.groups.flatMap((after) => {
        const before = ratios.get(after.group);
        return JSON.stringify(before) === JSON.stringify(after)
          ? []
          : [{ group: after.group, before, after }];
      });
      const answer = { changed, prices: ledger.saysPrices ? changes : [], groups };
      if (request.dryRun) return { version, ...answer };
      rows = next;
      if (changed) version += 1n;
      if (request.prune) for (const known of [prices, ratios]) known.clear();
      for (const price of request.prices) prices.set(price.model, price);
      for (const ratio of request.groups) ratios.set(ratio.group, ratio);
      return { version, ...answer };
    },
    async openPurse(request) {
      await ledger.before?.();
      ledger.purses.push(request);
      const totals = grants.get(request.purse) ?? new Map<string, bigint>();
      const adjustedUnits = request.grantedUnits - (totals.get(request.source) ?? 0n);
      grants.set(request.purse, totals.set(request.source, request.grantedUnits));
      const changeOutcome = request.change ? ledger.grantOutcome : ChangeGrantResponse_Outcome.UNSPECIFIED;
      return { purse: undefined, adjustedUnits, changeOutcome };
    },
    async setBudgets(request) {
      await ledger.before?.();
      ledger.budgets.push(request);
      const set = request.budgets
        .map(({ period, timeZone, units }) => `${period} ${timeZone} ${units}`)
        .join();
      const changed = set !== (budgets.get(request.owner) ?? '');
      budgets.set(request.owner, set);
      return { changed };
    },
    async setWarning(request) {
      await ledger.before?.();
      ledger.warnings.push({ purse: request.purse, belowUnits: request.belowUnits });
      return {};
    },
    async changeGrant(request) {
      await ledger.before?.();
      ledger.grantChanges.push(request);
      const { purse: id } = request;
      const purse = { id, granted: 100n, used: 40n, held: 0n, unlimited: false };
      return { outcome: ledger.grantOutcome, purse };
    },
    async listNotices({ afterSeq, limit }) {
      const notices = ledger.notices.filter(({ seq }) => seq > afterSeq).slice(0, limit);
      return { notices, lastSeq: ledger.notices.at(-1)?.seq ?? 0n };
    },
    async listPrices() {
      return {
        version,
        prices: [...prices.values()],
        groups: [...ratios.values()],
        digest: Buffer.alloc(0),
      };
    },
    async getPurses({ purses }) {
      const known = purses.filter((id) => grants.has(id));
      return {
        purses: known.map((id) => ({
          id,
          granted: granted(id) ?? 0n,
          used: 40n,
          held: 0n,
          unlimited: false,
        })),
        nowMs: BigInt(Date.now()),
      };
    },
    lookUpPurses: (request) => ledger.getPurses(request),
    granted,
    forget() {
      ledger.prices = [];
      ledger.purses = [];
      ledger.budgets = [];
    },
  };
  return ledger;
}

function written(price: Price): string {
  return Buffer.from(Price.encode(price).finish()).toString('hex');
}
