import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/Cluster';
import { ExternalSecret } from '@kubernetes-models/external-secrets/external-secrets.io/v1/ExternalSecret';
import { expect, test } from 'vitest';
import { repository } from '../start/repository.ts';
import { objectsOf } from './manifest.ts';
import { shareManifests } from './testing/share-manifests.ts';

const withCluster = 'all inside, walled';
const withStore = 'production';
const manifestOf = shareManifests([withCluster, withStore]);
const text = readFileSync(join(repository, 'deploy/operations.md'), 'utf8');
const [, rotation = ''] = /^## Rotate every secret\n(.*?)^## /ms.exec(text) ?? [];

test('where secrets are fetched now and then, the store is read before pods are restarted with what it has', () => {
  expect(objectsOf(manifestOf(withStore), ExternalSecret.is)).not.toEqual([]);
  expect(rotation).toContain('kubectl -n headgate annotate externalsecret --all force-sync=');
  const [, untilLedger = ''] = /^## Restore\n(.*?)Start \*\*ledger alone\*\*/ms.exec(text) ?? [];
  expect(untilLedger).toContain('[have your store read](#rotate-every-secret)');
});

test('a role whose log-in the runbook takes away is not given it again by the operator that manages it', () => {
  const [cluster] = objectsOf(manifestOf(withCluster), Cluster.is);
  const taken = [...rotation.matchAll(/^alter role (\w+) nologin/gm)].map(([, name]) => name);
  const managed = cluster?.spec.managed?.roles?.filter(({ name, login }) => login && taken.includes(name));
  expect(managed?.map(({ name }) => name)).toEqual(['headgate_account']);
  const [, ofOperator = ''] = /^With `cloudnative-pg` (.*?)\n\n/ms.exec(rotation) ?? [];
  for (const words of ['login: false', 'inRoles: [headgate_account]', 'ensure: absent'])
    expect(ofOperator).toContain(words);
});
