import { fault } from '@headgate/proto/faults';
import type {
  ApplyConfigRequest,
  ApplyConfigResponse,
} from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { isRefusal } from '../operations/refuse.ts';
import { countApply, readApplies, waitWithLedger } from '../versions/store.ts';
import { untilFresh } from '../versions/until-fresh.ts';
import { areUnchanged } from './are-unchanged.ts';
import { auditApply } from './audit-apply.ts';
import type { Document } from './document/document.ts';
import { applyPrices } from './ledger/apply-prices.ts';
import { openPurses } from './ledger/open-purses.ts';
import { setBudgets } from './ledger/set-budgets.ts';
import { takeBack } from './ledger/take-back.ts';
import { changesCatalog, changesKeys, makePlan, type Plan } from './plan/plan.ts';
import { readDocument } from './read-document.ts';
import { readState } from './state.ts';
import { writePlan } from './write-plan.ts';

type ApplyContext = Pick<
  Context,
  'knex' | 'log' | 'masterKey' | 'ledger' | 'passwords' | 'announce' | 'reach'
>;

/**
 * Brings the database and the ledger to what a document says. The ledger goes first: a purse without a row
 * harms nobody, and applying again after a crash at any line does the rest. Prices are in force as soon as
 * they are told, so they are asked about first and told last, when nothing but the commit can go wrong.
 * Throws a fault that names every problem of the document, before anything is done.
 */
export async function applyConfig(
  context: ApplyContext,
  { document: bytes, ...options }: ApplyConfigRequest,
): Promise<ApplyConfigResponse> {
  const document = readDocument(bytes);
  const told: Told = { plan: undefined };
  try {
    const answer = await untilFresh(() => tryToApply(context, document, options, told));
    if (answer !== 'stale') return answer;
  } catch (error) {
    if (told.plan && isRefusal(error)) await takeBack(context, told.plan);
    throw error;
  }
  if (told.plan) await takeBack(context, told.plan);
  throw new FaultError(
    fault('service_unavailable', { message: 'Other changes kept coming in between. Apply again.' }),
  );
}

/** The plan whose purses and budgets ledger has heard of, wholly or in part. */
interface Told {
  plan: Plan | undefined;
}

export type ApplyOptions = Omit<ApplyConfigRequest, 'document'>;

async function tryToApply(
  context: ApplyContext,
  document: Document,
  options: ApplyOptions,
  told: Told,
): Promise<ApplyConfigResponse | 'stale'> {
  const { knex, log, masterKey, ledger } = context;
  const state = await readState(knex, masterKey, document);
  const plan = await makePlan(context, document, state, options);
  const { site, groups, models, channels, users, keys, webhooks, providers } = plan;
  const warnings = [...users.warnings, ...keys.warnings];
  const parts = [site, groups, models, channels, users, keys, webhooks, providers];
  const rowLines = parts.flatMap(({ lines }) => lines);
  const expectedLines = await applyPrices(ledger, document, plan, { ...options, dryRun: true });
  if (options.dryRun) return { changes: [...rowLines, ...expectedLines], warnings };
  told.plan = plan;
  const purseLines = await openPurses(ledger, plan);
  const budgetLines = await setBudgets(ledger, plan);
  context.reach('after-purses');
  const changes: string[] = [];
  const finish = async (transaction: Knex.Transaction): Promise<void> => {
    await countApply(transaction);
    await waitWithLedger(transaction);
    const priceLines = await applyPrices(ledger, document, plan, options);
    changes.push(...rowLines, ...priceLines, ...purseLines, ...budgetLines);
    if (changes.length > 0) await auditApply(transaction, changes);
  };
  if (changesKeys(plan) || changesCatalog(plan)) {
    // Of two files at once the one that changes nothing may have been the last that ledger heard.
    const prepare = async (transaction: Knex.Transaction) =>
      (await readApplies(transaction)) === state.applies ? undefined : 'stale';
    const versions = await writePlan(context, plan, state.versions, { prepare, finish });
    if (versions === 'stale') return 'stale';
    context.announce(versions);
  } else if (!(await areUnchanged(knex, plan, state.versions, finish))) return 'stale';
  if (changes.length > 0)
    log.info({ changes: changes.slice(0, mostLogged), count: changes.length }, 'applied');
  return { changes, warnings };
}

const mostLogged = 50;
