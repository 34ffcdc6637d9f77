/**
 * `npm run readme`: writes anew what stands in READMEs and manifests, and is said by the code or by other files. With `--check` it
 * writes nothing, names what is stale, and fails.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { makeRules, rulesFile } from '../k8s/rules.ts';
import { describeMetrics } from '../metrics/describe-metrics.ts';
import { repository } from '../start/repository.ts';
import { withProtocols } from './protocols.ts';
import { withVariables } from './variables.ts';

const isCheck = process.argv.includes('--check');

await rewrite('README.md', withProtocols);
await rewrite('deploy/README.md', withVariables);
// Processes of other systems lack some.
if (process.platform === 'linux') await rewrite('deploy/prometheus/metrics.md', describeMetrics);
await rewrite(relative(repository, rulesFile), makeRules);

async function rewrite(name: string, renew: (text: string) => string | Promise<string>): Promise<void> {
  const file = join(repository, name);
  const text = readFileSync(file, 'utf8');
  const renewed = await renew(text);
  if (!isCheck) writeFileSync(file, renewed);
  else if (renewed !== text) {
    process.stderr.write(`${name} is stale: run \`npm run readme\`\n`);
    process.exitCode = 1;
  }
}
