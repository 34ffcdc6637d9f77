import type { SealedColumn } from '@headgate/runtime/postgres/reseal';
import { channelPlace } from './channels/store.ts';
import { sealedPlace } from './keys/make-key.ts';
import { placeOf } from './second-factors/check-code.ts';
import { providerPlace } from './sign-in-providers/store.ts';
import { webhookPlace } from './webhooks/store.ts';

/** Everything that is sealed under the master key. What is not listed is lost when the key is exchanged. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'channels', id: 'id', column: 'sealed_keys', isList: true, placeOf: channelPlace },
  { table: 'keys', id: 'id', column: 'sealed_text', placeOf: sealedPlace },
  { table: 'second_factors', id: 'user_id', column: 'sealed_secret', placeOf },
  { table: 'sign_in_providers', id: 'id', column: 'sealed_secret', placeOf: providerPlace },
  { table: 'webhooks', id: 'id', column: 'sealed_secret', placeOf: webhookPlace },
];
