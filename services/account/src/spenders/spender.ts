import type { GrantChange } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Context } from '../context.ts';
import type { OpenedPurse } from './open-purse.ts';

/** A key or a user, as what it may spend is changed by hand. */
export interface Spender {
  purse: string;
  /** Who grants what it is changed by. */
  source: string;
  /** What is refused where another change has just taken its limit away. */
  limitGone: 'limit_just_removed' | 'limit_removed_by_other';
}

/** One that has a row, of which ledger is told more than what may be spent. */
export interface SpenderWithRow<Thing, Row> extends Spender {
  table: 'keys' | 'users';
  id: bigint;
  fromRow: (row: Row) => Thing;
  /** Tells ledger what the row would say, with a change of what may be spent where there is one. */
  open: (context: Pick<Context, 'ledger'>, thing: Thing, change?: GrantChange) => Promise<OpenedPurse>;
  /** What of the row `open` tells. */
  toldMembers: readonly (keyof Thing)[];
}
