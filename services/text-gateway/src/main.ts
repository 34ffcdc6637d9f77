import { runService } from '@headgate/runtime/lifecycle';
import { readGatewayConfig } from './config.ts';
import { createGateway } from './gateway.ts';

await runService('text-gateway', (service) => createGateway(service, readGatewayConfig(process.env)));
