import { HoldState_State as State } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { HoldState } from '../book/holds/hold.ts';

/** How a hold stands, as it is told. */
export const holdStates: Record<HoldState, State> = {
  held: State.HELD,
  released: State.RELEASED,
  closed: State.CLOSED,
};
