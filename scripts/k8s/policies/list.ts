import { loadMetrics } from '../load-metrics.ts';
import type { Manifest } from '../manifest.ts';
import { type Row, readList, readTable } from '../read-tables.ts';
import { loadServiceConfig } from '../service-config.ts';
import { bounded } from './bounded.ts';
import { configured } from './configured.ts';
import { hardened } from './hardened.ts';
import { migratedFirst } from './migrated-first.ts';
import { patient } from './patient.ts';
import { pinned } from './pinned.ts';
import { probed } from './probed.ts';
import { scaled } from './scaled.ts';
import { secretsKept } from './secrets-kept.ts';
import { sized } from './sized.ts';
import { spread } from './spread.ts';
import { walled } from './walled.ts';
import { wired } from './wired.ts';

/** Says what of a manifest is not as it must be. */
export type Policy = (manifest: Manifest) => string[];

/** All policies by name, with what they compare manifests with. */
export async function loadPolicies(): Promise<Record<string, Policy>> {
  const config = await loadServiceConfig();
  const metrics = loadMetrics();
  const edges = readTable('Network edges');
  const secrets = documentedKeys(readTable('Secrets'));
  return {
    hardened,
    probed,
    sized,
    spread,
    wired,
    pinned,
    bounded,
    patient,
    migratedFirst,
    scaled: (manifest) => scaled(manifest, metrics),
    configured: (manifest) => configured(manifest, config),
    secretsKept: (manifest) => secretsKept(manifest, secrets),
    walled: (manifest) => walled(manifest, edges),
  };
}

function documentedKeys(rows: readonly Row[]): Set<string> {
  return new Set(
    rows.flatMap(({ Secret, Keys }) =>
      readList(Secret).flatMap((secret) => readList(Keys).map((key) => `${secret}/${key}`)),
    ),
  );
}
