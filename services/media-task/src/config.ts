import {
  age,
  flag,
  httpUrl,
  integer,
  longestDays,
  port,
  postgresUrl,
  readConfig,
  rotatingSecret,
  text,
} from '@headgate/runtime/config';
import { natsUrl } from '@headgate/runtime/nats/read-servers';
import { allowList } from '@headgate/runtime/outbound/allow-list';
import { egress } from '@headgate/runtime/outbound/egress/egress';
import type { DatabaseLocation } from '@headgate/runtime/postgres/database-url';
import { signingSecret } from './callbacks/signing-secret.ts';
import { millisecondsByFamily } from './task-timeouts.ts';

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;
const days = 24 * hours;
const megabytes = 1024 * 1024;

/** The schema that holds every table of this service. */
export const schema = 'media';

const database = {
  serviceUrl: postgresUrl('HEADGATE_MEDIA_DATABASE_URL', ''),
  ownerUrl: postgresUrl('DATABASE_URL', ''),
};

/** Where bytes are kept: in a bucket where one is named, else in a folder that all processes of the service see. */
const store = {
  storeDir: text('HEADGATE_STORE_DIR', ''),
  s3Bucket: text('HEADGATE_S3_BUCKET', ''),
  s3Endpoint: httpUrl('HEADGATE_S3_ENDPOINT', ''),
  s3Region: text('HEADGATE_S3_REGION', 'auto'),
  s3AccessKeyId: text('HEADGATE_S3_ACCESS_KEY_ID', ''),
  s3SecretAccessKey: text('HEADGATE_S3_SECRET_ACCESS_KEY', ''),
  s3Prefix: text('HEADGATE_S3_PREFIX', ''),
  s3PathStyle: flag('HEADGATE_S3_PATH_STYLE', false),
  /** Where everybody may read the bucket; without it addresses are signed. */
  s3PublicUrl: httpUrl('HEADGATE_S3_PUBLIC_URL', ''),
  /** How long uploads, and copies of references, are kept. */
  uploadRetentionMs: age('HEADGATE_UPLOAD_RETENTION_MS', 72 * hours, { min: 1 }),
  /** How long results are kept that the store has. */
  resultRetentionMs: age('HEADGATE_RESULT_RETENTION_MS', 30 * days, { min: 1 }),
};

/** What both processes of the service need. */
const shared = {
  ...database,
  ...store,
  databaseConnections: integer('HEADGATE_DATABASE_CONNECTIONS', 10, { min: 2, max: 500 }),
  natsUrl: natsUrl('NATS_URL'),
  /** How vendors, their files and what clients point at are reached. */
  egress: egress(),
  ledgerAddress: text('HEADGATE_LEDGER_ADDRESS'),
  /** 32 bytes that the credentials of open tasks are sealed under. */
  masterKey: rotatingSecret('HEADGATE_MASTER_KEY', 32),
  /** What clients are told with that a task has ended; undefined, and nobody is told. */
  callbackSecret: signingSecret('HEADGATE_CALLBACK_SECRET'),
  /** Beyond all that may take time with a task in hand: until then nobody else takes it up. */
  leaseMarginMs: integer('HEADGATE_LEASE_MARGIN_MS', 30 * seconds, { min: 1 }),
  connectTimeoutMs: integer('HEADGATE_CONNECT_TIMEOUT_MS', 10 * seconds, { min: 1 }),
  /** Hosts and ranges that results may lie at although they are not public. */
  contentAllow: allowList('HEADGATE_CONTENT_ALLOW'),
  contentHeadTimeoutMs: integer('HEADGATE_CONTENT_HEAD_TIMEOUT_MS', 30 * seconds, { min: 1 }),
  contentIdleTimeoutMs: integer('HEADGATE_CONTENT_IDLE_TIMEOUT_MS', 60 * seconds, { min: 1 }),
  /** References by address for vendors that take bytes alone; and hosts and ranges that they may lie at although not public. */
  fetchMedia: flag('HEADGATE_FETCH_MEDIA', true),
  fetchMediaAllow: allowList('HEADGATE_FETCH_MEDIA_ALLOW'),
  /** For all references of a request. */
  fetchMediaTimeoutMs: integer('HEADGATE_FETCH_MEDIA_TIMEOUT_MS', 30 * seconds, { min: 1 }),
  /** Of the whole process: at a time, waiting, and held by open requests. */
  fetchMediaConcurrency: integer('HEADGATE_FETCH_MEDIA_CONCURRENCY', 32, { min: 1 }),
  fetchMediaQueue: integer('HEADGATE_FETCH_MEDIA_QUEUE', 256),
  fetchMediaHeldBytes: integer('HEADGATE_FETCH_MEDIA_HELD_BYTES', 512 * megabytes, { min: 1 }),
  /** Whether results are copied to the store once their task has ended, in whichever process it does. */
  archiveResults: flag('HEADGATE_ARCHIVE_RESULTS', false),
  /** The pause between the first polls of a task; later ones are up to twelve times as far apart. */
  pollMs: integer('HEADGATE_POLL_MS', 5 * seconds, { min: 1 }),
};

export type StoreConfig = Pick<WorkerConfig, keyof typeof store | 'egress'>;

export type ApiConfig = ReturnType<typeof readApiConfig>;

/** What opening a result at its vendor's needs. */
export type ContentConfig = Pick<
  ApiConfig,
  'egress' | 'connectTimeoutMs' | 'contentHeadTimeoutMs' | 'contentIdleTimeoutMs' | 'contentAllow'
>;

export function readApiConfig(env: NodeJS.ProcessEnv) {
  return readConfig(env, {
    ...shared,
    rpcHost: text('HEADGATE_RPC_HOST', '127.0.0.1'),
    rpcPort: port('HEADGATE_RPC_PORT'),
    /** Where ingress proxies downloads to, and what it signs their callers with. */
    httpHost: text('HEADGATE_HTTP_HOST', '127.0.0.1'),
    httpPort: port('HEADGATE_HTTP_PORT'),
    callerSecret: rotatingSecret('HEADGATE_CALLER_SECRET', 32),
    accountAddress: text('HEADGATE_ACCOUNT_ADDRESS'),
    /** How long the address of an upload is good; and what a user may have. */
    // No bucket takes an address that is good for longer than a week.
    uploadLifeMs: integer('HEADGATE_UPLOAD_LIFE_MS', 15 * minutes, { min: 1_000, max: 7 * days }),
    uploadsPerMinute: integer('HEADGATE_UPLOADS_PER_MINUTE', 60, { min: 1 }),
    uploadUserBytes: integer('HEADGATE_UPLOAD_USER_BYTES', 2_048 * megabytes, { min: 1 }),
    /** How long a vendor may take to accept a task. */
    submitTimeoutMs: integer('HEADGATE_SUBMIT_TIMEOUT_MS', 60 * seconds, { min: 1 }),
    /** Open tasks of one user. */
    openTasks: integer('HEADGATE_OPEN_TASKS', 50, { min: 1 }),
    /** A task that has not ended after this long is given up; some families have a time of their own. */
    taskTimeoutMs: age('HEADGATE_TASK_TIMEOUT_MS', 60 * minutes, { min: 1 }),
    taskTimeouts: millisecondsByFamily('HEADGATE_TASK_TIMEOUTS'),
    /** How often a client's questions may bring a poll forward. */
    earlyPollMs: integer('HEADGATE_EARLY_POLL_MS', 3 * seconds, { min: 1 }),
    recallWaitMs: integer('HEADGATE_RECALL_WAIT_MS', 2 * seconds, { min: 1 }),
    stopGraceMs: integer('HEADGATE_STOP_GRACE_MS', 15 * seconds),
  });
}

export type WorkerConfig = ReturnType<typeof readWorkerConfig>;

export function readWorkerConfig(env: NodeJS.ProcessEnv) {
  return readConfig(env, {
    ...shared,
    /** How often, while there are two master keys, what is sealed under the other one is looked for. */
    resealMs: integer('HEADGATE_RESEAL_MS', minutes, { min: 1 }),
    /** Of the billing stream, where it is missing and made. */
    streamReplicas: integer('HEADGATE_STREAM_REPLICAS', 1, { min: 1, max: 5 }),
    /** Tasks that this process looks at, at a time. */
    concurrency: integer('HEADGATE_WORKER_CONCURRENCY', 32, { min: 1 }),
    /** Polls of one channel at a time, over all workers. */
    channelConcurrency: integer('HEADGATE_CHANNEL_CONCURRENCY', 4, { min: 1 }),
    /** How long a vendor may take to say how a task stands. */
    pollTimeoutMs: integer('HEADGATE_POLL_TIMEOUT_MS', 30 * seconds, { min: 1 }),
    /** How long a vendor may take to make images, while whoever sends the task waits for them. */
    imageTimeoutMs: integer('HEADGATE_IMAGE_TIMEOUT_MS', 20 * minutes, { min: 1 }),
    /** Tasks of images that this process sends at a time, and those of one channel over all workers. */
    imageConcurrency: integer('HEADGATE_IMAGE_CONCURRENCY', 16, { min: 1 }),
    imageChannelConcurrency: integer('HEADGATE_IMAGE_CHANNEL_CONCURRENCY', 8, { min: 1 }),
    /** How long a worker sleeps at most when nobody wakes it. */
    idleMs: integer('HEADGATE_WORKER_IDLE_MS', 1 * seconds, { min: 1 }),
    /** How long tasks are kept after they have ended, and how often those that are too old are looked for. */
    retentionDays: integer('HEADGATE_TASK_RETENTION_DAYS', 90, { min: 1, max: longestDays }),
    pruneEveryMs: integer('HEADGATE_PRUNE_EVERY_MS', 10 * minutes, { min: 1 }),
    /** What callbacks may be sent to although it is not public. */
    callbackAllow: allowList('HEADGATE_CALLBACK_ALLOW'),
    callbackTimeoutMs: integer('HEADGATE_CALLBACK_TIMEOUT_MS', 15 * seconds, { min: 1 }),
    callbackPauseMs: integer('HEADGATE_CALLBACK_PAUSE_MS', 5 * seconds, { min: 1 }),
    callbackTries: integer('HEADGATE_CALLBACK_TRIES', 9, { min: 1, max: 15 }),
    /** How many results are copied to the store at a time, and how long each may take. */
    archiveConcurrency: integer('HEADGATE_ARCHIVE_CONCURRENCY', 4, { min: 1, max: 64 }),
    archiveTimeoutMs: integer('HEADGATE_ARCHIVE_TIMEOUT_MS', 30 * minutes, { min: 1 }),
    /** After the first try that failed; each further pause is four times as long, up to an hour: a day in all, as most vendors keep results. */
    archivePauseMs: integer('HEADGATE_ARCHIVE_PAUSE_MS', 10 * seconds, { min: 1 }),
    archiveTries: integer('HEADGATE_ARCHIVE_TRIES', 30, { min: 1, max: 1_000 }),
    /** How often files are looked for whose time is over. */
    sweepMs: integer('HEADGATE_SWEEP_MS', 1 * minutes, { min: 1 }),
    /** How often the ledger is told of an end that it has not confirmed: at first, and at most. */
    resendMs: integer('HEADGATE_RESEND_MS', 1 * seconds, { min: 1 }),
    longestResendMs: integer('HEADGATE_LONGEST_RESEND_MS', 30 * seconds, { min: 1 }),
  });
}

export function readDatabaseLocation(env: NodeJS.ProcessEnv): DatabaseLocation {
  return { ...readConfig(env, database), schema };
}
