import { runService } from '@headgate/runtime/lifecycle';
import { readWorkerConfig } from './config.ts';
import { createMediaWorker } from './create-worker.ts';

await runService('media-worker', (service) => createMediaWorker(service, readWorkerConfig(process.env)));
