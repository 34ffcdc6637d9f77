import type { Service } from '@headgate/runtime/lifecycle';
import { Gauge } from '@headgate/runtime/metrics';
import type { CatalogWatch } from '../catalog/watch.ts';
import type { Heartbeat } from '../run/heartbeat.ts';

/** Shows which versions this process works with. */
export function observeVersions({ metrics }: Service, catalog: CatalogWatch, heartbeat: Heartbeat): void {
  new Gauge({
    name: 'headgate_text_catalog_version',
    help: 'Version of the catalog in use',
    registers: [metrics],
    collect() {
      this.set(Number(catalog.current()?.version ?? 0n));
    },
  });
  new Gauge({
    name: 'headgate_text_price_version',
    help: 'Version of the price bounds in use',
    registers: [metrics],
    collect() {
      this.set(Number(heartbeat.bounds()?.version ?? 0n));
    },
  });
}
