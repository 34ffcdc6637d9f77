import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../start/repository.ts';

/** The names of all metrics that the services make. */
export function loadMetrics(): Set<string> {
  const files = globSync('services/*/src/**/*.ts', { cwd: repository }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  return new Set(
    files.flatMap((file) =>
      [...readFileSync(join(repository, file), 'utf8').matchAll(/name: '(headgate_\w+)'/g)].map(
        ([, name = '']) => name,
      ),
    ),
  );
}
