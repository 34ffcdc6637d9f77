/** `npm run readme`: writes anew what stands in READMEs and manifests, and is said by the code or by other files. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRules, rulesFile } from '../k8s/rules.ts';
import { describeMetrics } from '../metrics/describe-metrics.ts';
import { repository } from '../start/repository.ts';
import { withProtocols } from './protocols.ts';
import { withVariables } from './variables.ts';

await rewrite('README.md', withProtocols);
await rewrite('deploy/README.md', withVariables);

async function rewrite(name: string, renew: (text: string) => Promise<string>): Promise<void> {
  const file = join(repository, name);
  writeFileSync(file, await renew(readFileSync(file, 'utf8')));
}
writeFileSync(join(repository, 'deploy/prometheus/metrics.md'), describeMetrics());
writeFileSync(rulesFile, makeRules());
