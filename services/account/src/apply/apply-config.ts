import { fault } from '@headgate/proto/faults';
import type {
  ApplyConfigRequest,
  ApplyConfigResponse,
} from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { isRefusal } from '../tell-as-it-stands.ts';
import { countApply, readApplies } from '../versions/store.ts';
import { areUnchanged } from './are-unchanged.ts';
import { auditApply } from './audit-apply.ts';
import type { Document } from './document/document.ts';
import { applyPrices, openPurses } from './fund.ts';
import { changesCatalog, changesKeys, makePlan, type Plan } from './plan/plan.ts';
import { readDocument } from './read-document.ts';
import { setBudgets } from './set-budgets.ts';
import { readState } from './state.ts';
import { takeBack } from './take-back.ts';
import { writePlan } from './write-plan.ts';

/** Of several changes at once one gets through each time, so this many are served. */
const mostTries = 20;

type ApplyContext = Pick<
  Context,
  'knex' | 'log' | 'masterKey' | 'ledger' | 'passwords' | 'announce' | 'reach'
>;

/**
 * Brings the database and the ledger to what a document says. The ledger goes first: a price or a purse
 * without a row harms nobody, and applying again after a crash at any line does the rest. Throws a fault that
 * names every problem of the document, before anything is done.
 */
export async function applyConfig(
  context: ApplyContext,
  { document: bytes, ...options }: ApplyConfigRequest,
): Promise<ApplyConfigResponse> {
  const document = readDocument(bytes);
  let told: Plan | undefined;
  try {
    for (let triesLeft = mostTries; triesLeft > 0; triesLeft -= 1) {
      const answer = await tryToApply(context, document, options);
      if (!('stale' in answer)) return answer;
      told = answer.stale;
    }
  } catch (error) {
    if (told !== undefined && isRefusal(error)) await takeBack(context, told);
    throw error;
  }
  throw new FaultError(
    fault('service_unavailable', { message: 'Other changes kept coming in between. Apply again.' }),
  );
}

/** What was planned and told to ledger, and something else has changed since. */
interface Overtaken {
  stale: Plan;
}

export type ApplyOptions = Omit<ApplyConfigRequest, 'document'>;

async function tryToApply(
  context: ApplyContext,
  document: Document,
  options: ApplyOptions,
): Promise<ApplyConfigResponse | Overtaken> {
  const { knex, log, masterKey, ledger } = context;
  const state = await readState(knex, masterKey, document);
  const plan = await makePlan(context, document, state, options);
  const { site, groups, models, channels, users, keys, webhooks, providers } = plan;
  const warnings = [...users.warnings, ...keys.warnings];
  const parts = [site, groups, models, channels, users, keys, webhooks, providers];
  const rowLines = parts.flatMap(({ lines }) => lines);
  const priceLines = await applyPrices(ledger, document, plan, options);
  if (options.dryRun) return { changes: [...rowLines, ...priceLines], warnings };
  const purseLines = await openPurses(ledger, plan);
  const budgetLines = await setBudgets(ledger, plan);
  context.reach('after-purses');
  const changes = [...rowLines, ...priceLines, ...purseLines, ...budgetLines];
  const note = async (transaction: Knex.Transaction): Promise<void> => {
    await countApply(transaction);
    if (changes.length > 0) await auditApply(transaction, changes);
  };
  if (changesKeys(plan) || changesCatalog(plan)) {
    // Of two files at once the one that changes nothing may have been the last that ledger heard.
    const noteOnce = async (transaction: Knex.Transaction) =>
      (await readApplies(transaction)) === state.applies ? note(transaction) : 'stale';
    const versions = await writePlan(context, plan, state.versions, noteOnce);
    if (versions === 'stale') return { stale: plan };
    context.announce(versions);
  } else if (!(await areUnchanged(knex, plan, state.versions, note))) return { stale: plan };
  if (changes.length > 0)
    log.info({ changes: changes.slice(0, mostLogged), count: changes.length }, 'applied');
  return { changes, warnings };
}

const mostLogged = 50;
