import { join } from 'node:path';
import { findHome } from '../toolchain/find-home.mjs';
import { findRunningSystem } from './running-system.ts';

const repository = join(import.meta.dirname, '../..');

/** Where the ledger answers; undefined when nobody said and nothing runs here. */
export function findLedger(): string | undefined {
  const system = findRunningSystem(findHome(process.env, repository));
  return process.env.HEADGATE_LEDGER_ADDRESS || system?.ledgerAddress;
}
