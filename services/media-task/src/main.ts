import { runService } from '@headgate/runtime/lifecycle';
import { readApiConfig } from './config.ts';
import { createMediaApi } from './create-api.ts';

await runService('media-api', (service) => createMediaApi(service, readApiConfig(process.env)));
