/** The entry point of tests: a media-worker that ends itself at the stage named by HEADGATE_KILL_AT. */
import { runService } from '@headgate/runtime/lifecycle';
import { readWorkerConfig } from '../config.ts';
import { createMediaWorker } from '../create-worker.ts';
import { killAt } from './kill-at.ts';

await runService('media-worker', (service) =>
  createMediaWorker(service, readWorkerConfig(process.env), killAt(process.env)),
);
