import type { Webhook } from '../../webhooks/store.ts';
import type { Document } from '../document/document.ts';
import { assignIds, type DrawIds } from './assign-ids.ts';
import { compare, type Difference, type Kind } from './difference.ts';

const kind: Kind<Webhook> = {
  word: 'webhook',
  nameOf: ({ name }) => name,
  identify: ({ name }) => name,
  shown: {
    events: ({ events }) => events,
    'in the file': ({ fromConfig }) => fromConfig,
  },
  // The addresses of some receivers are all that protects them. An unreadable secret differs from any.
  hidden: {
    url: ({ url }) => url,
    secret: ({ secret }) => JSON.stringify(secret ?? null),
  },
};

export async function planWebhooks(
  document: Document,
  current: readonly Webhook[],
  { prune, drawIds }: { prune: boolean; drawIds: DrawIds },
): Promise<Difference<Webhook>> {
  const idOf = new Map(current.map(({ name, id }) => [name, id]));
  const wanted = await assignIds(
    document.webhooks.map(({ name, url, secret, events }) => ({
      id: idOf.get(name),
      name,
      url,
      secret,
      events: [...new Set(events)],
      fromConfig: true,
    })),
    drawIds,
  );
  return compare(kind, current, wanted, ({ fromConfig }) => prune && fromConfig);
}
