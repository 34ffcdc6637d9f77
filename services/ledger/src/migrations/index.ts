import type { Migration } from '@headgate/runtime/postgres/migrate';
import { firstLight } from './0001-first-light.ts';
import { refundsByRequest } from './0002-refunds-by-request.ts';
import { soundAndImageTokens } from './0003-sound-and-image-tokens.ts';
import { unbackedUnits } from './0010-unbacked-units.ts';
import { holds } from './0011-holds.ts';
import { parkedActs } from './0012-parked-acts.ts';
import { usageRetention } from './0013-usage-retention.ts';
import { chainedBatches } from './0014-chained-batches.ts';
import { statistics } from './0020-statistics.ts';
import { recordPages } from './0021-record-pages.ts';
import { pricedUnits } from './0030-priced-units.ts';
import { budgets } from './0040-budgets.ts';
import { softLimits } from './0041-soft-limits.ts';
import { warnings } from './0055-warnings.ts';
import { cappedAmounts } from './0056-capped-amounts.ts';
import { verdicts } from './0057-verdicts.ts';
import { droppedActs } from './0058-dropped-acts.ts';
import { givenUp } from './0059-given-up.ts';
import { imageOutput } from './0060-image-output.ts';
import { lostHolds } from './0061-lost-holds.ts';
import { partsOfSessions } from './0062-parts-of-sessions.ts';
import { rowsAsSent } from './0063-rows-as-sent.ts';

/** The schema's history, oldest first. Steps are only ever added. */
export const migrations: readonly Migration[] = [
  firstLight,
  refundsByRequest,
  soundAndImageTokens,
  unbackedUnits,
  holds,
  parkedActs,
  usageRetention,
  chainedBatches,
  statistics,
  recordPages,
  pricedUnits,
  budgets,
  softLimits,
  warnings,
  cappedAmounts,
  verdicts,
  droppedActs,
  givenUp,
  imageOutput,
  lostHolds,
  partsOfSessions,
  rowsAsSent,
];
