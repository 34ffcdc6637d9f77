import { runService } from '@headgate/runtime/lifecycle';
import { readLedgerConfig } from './config.ts';
import { createLedger } from './ledger.ts';

await runService('ledger', (service) => createLedger(service, readLedgerConfig(process.env)));
