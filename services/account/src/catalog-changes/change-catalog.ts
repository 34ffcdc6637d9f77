import { changesCatalog } from '../apply/plan/plan.ts';
import { writePlan } from '../apply/write-plan.ts';
import type { AuditedChange } from '../audit/audited-change.ts';
import { type CatalogState, readCatalogState } from '../catalog/state.ts';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';
import type { User } from '../users/store.ts';
import { waitWithLedger } from '../versions/store.ts';
import { untilFresh } from '../versions/until-fresh.ts';
import type { CatalogEdit } from './catalog-edit.ts';
import { planEdit } from './plan-edit.ts';
import { tellPrices } from './tell-prices.ts';

/** What somebody wants, given what there is; asked again when that has changed meanwhile. */
export type MakeEdit = (state: CatalogState) => CatalogEdit | Promise<CatalogEdit>;

/**
 * Changes the catalog as applying a file does: planned on what is there, the ledger asked about prices first, written under the
 * lock of the versions and the ledger told within it, announced; and audited, a line for each thing that changed. Returns the
 * rows that are there afterwards.
 */
export async function changeCatalog(
  context: Context,
  act: Act<User>,
  makeEdit: MakeEdit,
): Promise<CatalogState> {
  const after = await untilFresh(() => tryToChange(context, act, makeEdit));
  return after === 'stale' ? refuse('changes_kept_coming') : after;
}

async function tryToChange(
  context: Context,
  act: Act<User>,
  makeEdit: MakeEdit,
): Promise<CatalogState | 'stale'> {
  const state = await readCatalogState(context);
  const edit = await makeEdit(state);
  const plan = await planEdit(context, edit, state);
  const { groups, models, channels } = plan;
  const rowChanges = [...groups.changes, ...models.changes, ...channels.changes];
  const expected = await tellPrices(context, edit, { dryRun: true });
  if (rowChanges.length + expected.length === 0) {
    act.changedNothing();
    return state;
  }
  // It goes by no key and no user: whoever makes thousands of them keeps nobody from switching a channel off.
  const planned = { catalogVersion: state.versions.catalogVersion };
  const versions = await writePlan(context, plan, planned, {
    prepare: async (transaction) => {
      await waitWithLedger(transaction);
      return edit.check?.(transaction);
    },
    finish: async (transaction) => {
      const priceChanges = await tellPrices(context, edit, { dryRun: false });
      const lines = joinChanges(rowChanges, priceChanges);
      for (const line of lines) await act.audit(transaction, line);
      // Somebody else gave the same prices since the dry run.
      if (lines.length === 0) act.changedNothing();
    },
  });
  if (versions === 'stale') return 'stale';
  if (changesCatalog(plan)) context.announce(versions);
  const final = { groups: groups.final, models: models.final, channels: channels.final };
  return { ...state, ...final, versions };
}

/** A model and its price are one thing to people. */
function joinChanges(rows: readonly AuditedChange[], prices: readonly AuditedChange[]): AuditedChange[] {
  const priced = new Map(prices.map((change) => [`${change.kind} ${change.id}`, change]));
  const lines = rows.map((row) => {
    const place = `${row.kind} ${row.id}`;
    const price = priced.get(place);
    priced.delete(place);
    return { ...row, changes: { ...row.changes, ...price?.changes } };
  });
  return [...lines, ...priced.values()];
}
