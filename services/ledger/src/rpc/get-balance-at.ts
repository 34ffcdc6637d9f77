import type {
  GetBalanceAtRequest,
  GetBalanceAtResponse,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { findBalanceAt } from '../views/find-balance-at.ts';
import { checkAtLeast, checkPurse, refuse, refuseUnknownPurses } from './check.ts';
import type { RpcContext } from './context.ts';

const endOfYear9999Ms = 253_402_300_799_999n;

/** What a purse was granted and had used at a moment. */
export async function answerGetBalanceAt(
  { knex }: RpcContext,
  { purse, atMs }: GetBalanceAtRequest,
): Promise<GetBalanceAtResponse> {
  if (checkAtLeast(atMs, 0n, 'at_ms') > endOfYear9999Ms) refuse('at_ms', 'The time is beyond the year 9999.');
  const balance = await findBalanceAt(knex, checkPurse(purse, 'purse'), Number(atMs));
  return balance ?? refuseUnknownPurses([purse]);
}
