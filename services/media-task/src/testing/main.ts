/** The entry point of tests: a media-api that ends itself at the stage named by HEADGATE_KILL_AT. */
import { runService } from '@headgate/runtime/lifecycle';
import { readApiConfig } from '../config.ts';
import { createMediaApi } from '../create-api.ts';
import { killAt } from './kill-at.ts';

await runService('media-api', (service) =>
  createMediaApi(service, readApiConfig(process.env), killAt(process.env)),
);
