import { runService } from '@headgate/runtime/lifecycle';
import { readIngressConfig } from './config.ts';
import { startIngress } from './start.ts';

await runService('ingress', async (service) => {
  await startIngress(service, readIngressConfig(process.env));
});
