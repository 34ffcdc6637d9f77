import { join } from 'node:path';
import {
  ApplyConfigRequest,
  type ApplyConfigResponse,
} from '@headgate/proto/gen/headgate/account/v1/account';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { FaultError } from '@headgate/runtime/errors';
import { createLog } from '@headgate/runtime/log';
import { createRegistry } from '@headgate/runtime/metrics';
import { connectPostgres } from '@headgate/runtime/postgres/connect';
import {
  type DatabaseLocation,
  databaseUrl,
  preparedDatabaseUrl,
} from '@headgate/runtime/postgres/database-url';
import { migrate } from '@headgate/runtime/postgres/migrate';
import { readInt8AsBigint } from '@headgate/runtime/postgres/types';
import type { RotatingSecret } from '@headgate/runtime/rotating-secret';
import { takeTestDatabase } from '@headgate/runtime/testing/database';
import { templateOf } from '@headgate/runtime/testing/database-template';
import { applyConfig } from '../apply/apply-config.ts';
import { createCatalogCache } from '../catalog/cache.ts';
import { schema } from '../config.ts';
import type { Context } from '../context.ts';
import { createAccountMetrics } from '../metrics.ts';
import { migrations } from '../migrations/index.ts';
import { createIssuers } from '../sign-in-providers/issuers.ts';
import { passBy } from '../stage.ts';
import { createPasswords } from '../users/passwords.ts';
import type { Versions } from '../versions/store.ts';
import { createRecordingLedger, type RecordingLedger } from './recording-ledger.ts';
import { createRecordingOutbox, type RecordingOutbox } from './recording-outbox.ts';

/** The service's insides on a database of their own, without the processes around them. */
export interface TestAccount {
  context: Context;
  /** URL of a user who may see and do everything in the database. */
  ownerUrl: string;
  ledger: RecordingLedger;
  mails: RecordingOutbox;
  announced: Versions[];
  apply(document: unknown, options?: Partial<ApplyConfigRequest>): Promise<ApplyConfigResponse>;
  /** The fault that applying ends with. */
  refusal(document: unknown, options?: Partial<ApplyConfigRequest>): Promise<Fault>;
  stop(): Promise<void>;
}

/** Of argon2 itself: at what passwords cost elsewhere, a third of the time of these tests would be theirs. */
const leastCost = { memory: 8, passes: 1, parallelism: 1 };

export const testMasterKey: RotatingSecret = { current: Buffer.alloc(32, 7), others: [] };

const template = templateOf('account', [join(import.meta.dirname, '../migrations')], async (url) => {
  await migrate(await preparedDatabaseUrl(locate(url)), schema, migrations);
});

function locate(ownerUrl: string): DatabaseLocation {
  return { serviceUrl: '', ownerUrl, schema };
}

export async function createTestAccount(): Promise<TestAccount> {
  readInt8AsBigint();
  const database = await takeTestDatabase(template);
  const knex = connectPostgres(databaseUrl(locate(database.url)));
  const log = createLog('account', 'silent');
  const metrics = createAccountMetrics(createRegistry('account'));
  const ledger = createRecordingLedger();
  const mails = createRecordingOutbox();
  const announced: Versions[] = [];
  const context: Context = {
    log,
    knex,
    masterKey: testMasterKey,
    responsePinMs: 60_000,
    ledger,
    catalog: createCatalogCache({ knex, masterKey: testMasterKey, log, metrics }),
    mails,
    passwords: createPasswords({ cost: leastCost }),
    issuers: createIssuers(() => performance.now()),
    metrics,
    announce: (versions) => announced.push(versions),
    reach: passBy,
    version: '0.0.0',
  };
  const apply: TestAccount['apply'] = (document, options) =>
    applyConfig(
      context,
      ApplyConfigRequest.fromPartial({ ...options, document: Buffer.from(JSON.stringify(document)) }),
    );
  return {
    context,
    ownerUrl: database.url,
    ledger,
    mails,
    announced,
    apply,
    refusal: (document, options) => faultFrom(apply(document, options)),
    async stop() {
      await knex.destroy();
      await database.drop();
    },
  };
}

/** The fault that a promise is rejected with; anything else is an error of the test. */
export async function faultFrom(promise: Promise<unknown>): Promise<Fault> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  throw new Error('nothing was refused');
}
