import { runService } from '@headgate/runtime/lifecycle';
import { createAccount } from './account.ts';
import { readAccountConfig } from './config.ts';

await runService('account', (service) => createAccount(service, readAccountConfig(process.env)));
