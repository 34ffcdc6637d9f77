import { runService } from '@headgate/runtime/lifecycle';
import { readConsoleConfig } from './config.ts';
import { startConsole } from './start.ts';

await runService('console', (service) => startConsole(service, readConsoleConfig(process.env)));
