import type { SealedColumn } from '@headgate/runtime/postgres/reseal';
import { placeOf } from './accounts.ts';

/** Everything that is sealed under the master key. What is not listed is lost when the key is exchanged. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'account', id: 'id', column: 'sealed_key', placedBy: 'fingerprint', placeOf },
];
