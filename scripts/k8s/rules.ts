import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { repository } from '../start/repository.ts';
import { manifestsFolder } from './render.ts';

export const rulesFile = join(manifestsFolder, 'components/prometheus-operator/rules.yaml');

const header = '# Written by `npm run readme`; change deploy/prometheus/rules/.\n';

/** The groups of `deploy/prometheus/rules/` as an object of the Prometheus operator. */
export function makeRules(): string {
  const files = globSync('deploy/prometheus/rules/*.{yaml,yml}', { cwd: repository }).sort();
  const groups = files.flatMap((file) => {
    const { groups: found = [] }: { groups?: unknown[] } = parse(
      readFileSync(join(repository, file), 'utf8'),
    );
    return found;
  });
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'headgate', labels: { 'app.kubernetes.io/part-of': 'headgate' } },
    spec: { groups },
  };
  return `${header}${stringify(rule, { lineWidth: 0 })}`;
}
