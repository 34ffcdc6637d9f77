import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExternalSecret } from '@kubernetes-models/external-secrets/external-secrets.io/v1/ExternalSecret';
import { expect, test } from 'vitest';
import { repository } from '../start/repository.ts';
import { objectsOf } from './manifest.ts';
import { shareManifests } from './testing/share-manifests.ts';

const withStore = 'production';
const manifestOf = shareManifests([withStore]);
const text = readFileSync(join(repository, 'deploy/operations.md'), 'utf8');
const [, rotation = ''] = /^## Rotate every secret\n(.*?)^## /ms.exec(text) ?? [];

test('where secrets are fetched now and then, the store is read before pods are restarted with what it has', () => {
  expect(objectsOf(manifestOf(withStore), ExternalSecret.is)).not.toEqual([]);
  expect(rotation).toContain('kubectl -n headgate annotate externalsecret --all force-sync=');
});
