import { beforeAll, expect, test } from 'vitest';
import { checkFields, checkSchemas } from './check-schemas.ts';
import type { Manifest } from './manifest.ts';
import { loadPolicies, type Policy } from './policies/list.ts';
import { breakManifest } from './testing/break-manifest.ts';
import { podBreaks } from './testing/pod-breaks.ts';
import { shareManifests } from './testing/share-manifests.ts';
import { systemBreaks } from './testing/system-breaks.ts';

const breaks = [...podBreaks, ...systemBreaks];

const manifestOf = shareManifests(['production', 'development']);
let policies: Record<string, Policy>;
beforeAll(async () => {
  policies = await loadPolicies();
});

test.each(breaks)('$policy finds $title', ({ policy, from = 'production', of, path, value, says }) => {
  const check = policies[policy];
  const broken: Manifest = breakManifest(manifestOf(from), { of, path, value });
  expect(check?.(manifestOf(from))).toEqual([]);
  expect(check?.(broken).join('\n')).toMatch(says);
});

test('every policy is shown something broken', () => {
  expect([...new Set(breaks.map(({ policy }) => policy))].sort()).toEqual(Object.keys(policies).sort());
});

test('a schema finds a value that is none, and the types a member that is none', async () => {
  const text = { of: 'Deployment/ledger', path: 'spec.replicas', value: 'three' };
  expect(checkSchemas(breakManifest(manifestOf('production'), text)).join('\n')).toMatch(
    /Deployment ledger: .*replicas/,
  );
  const misspelt = { of: 'ScaledObject/media-worker', path: 'spec.minReplicas', value: 2 };
  const broken = breakManifest(manifestOf('production'), misspelt);
  expect(checkSchemas(broken)).toEqual([]);
  expect((await checkFields([broken])).join('\n')).toMatch(/media-worker.*minReplicas/);
}, 60_000);
