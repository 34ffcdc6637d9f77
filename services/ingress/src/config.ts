import {
  age,
  checkedText,
  choice,
  flag,
  httpUrl,
  integer,
  port,
  readConfig,
  rotatingSecret,
  text,
  url,
} from '@headgate/runtime/config';
import { natsUrl } from '@headgate/runtime/nats/read-servers';
import { readProxies } from './caller/read-proxies.ts';
import { clientTraces } from './exchange/trace-exchange.ts';
import { readHttpTargets } from './processes/http-targets.ts';

const seconds = 1_000;
const minutes = 60 * seconds;
const megabytes = 1024 * 1024;

/** Three quarters of it, which one user may have, hold the largest body. */
const leastBodiesBytes = 86 * megabytes;

export type Config = ReturnType<typeof readIngressConfig>;

export function readIngressConfig(env: NodeJS.ProcessEnv) {
  return readConfig(env, {
    httpHost: text('HEADGATE_HTTP_HOST', '127.0.0.1'),
    httpPort: port('HEADGATE_HTTP_PORT', 8080),
    natsUrl: natsUrl('NATS_URL'),
    /** `redis://` or `rediss://`: the Valkey or Redis by which replicas share their limits. */
    redisUrl: url('REDIS_URL', ['redis:', 'rediss:'], ''),
    /** Longest that a request may wait for it; who answers later is taken for away. */
    limitDeadlineMs: integer('HEADGATE_LIMIT_DEADLINE_MS', 50, { min: 1 }),
    accountAddress: text('HEADGATE_ACCOUNT_ADDRESS'),
    ledgerAddress: text('HEADGATE_LEDGER_ADDRESS'),
    textGatewayAddress: text('HEADGATE_TEXT_GATEWAY_ADDRESS'),
    /** Whether requests for text share a stream to each pod; each has a call of its own otherwise. */
    textLink: flag('HEADGATE_TEXT_LINK', true),
    mediaAddress: text('HEADGATE_MEDIA_ADDRESS'),
    /** How long a request about tasks waits for a media service, and is handed on again after one has broken off. */
    mediaResendMs: integer('HEADGATE_MEDIA_RESEND_MS', 10 * seconds),
    /** media-api's HTTP ports, for downloads: `host:port`, separated by commas. */
    mediaHttpAddress: checkedText('HEADGATE_MEDIA_HTTP_ADDRESS', readHttpTargets),
    /** Where clients reach the gateway; addresses in answers begin with it. */
    publicUrl: httpUrl('HEADGATE_PUBLIC_URL', ''),
    /** text-gateway's HTTP ports, for realtime: `host:port`, separated by commas. */
    textGatewayHttpAddress: checkedText('HEADGATE_TEXT_GATEWAY_HTTP_ADDRESS', readHttpTargets),
    /** The console's HTTP ports: `host:port`, separated by commas. */
    consoleHttpAddress: checkedText('HEADGATE_CONSOLE_HTTP_ADDRESS', readHttpTargets),
    /** What callers of proxied requests are signed with. */
    callerSecret: rotatingSecret('HEADGATE_CALLER_SECRET', 32),
    /** Addresses and ranges, separated by commas, whose X-Forwarded-* headers are believed. */
    trustedProxies: checkedText('HEADGATE_TRUSTED_PROXIES', readProxies, ''),
    /** Largest request body, after decompression. */
    bodyLimitBytes: integer('HEADGATE_BODY_LIMIT_BYTES', 64 * megabytes, { min: 1, max: 64 * megabytes }),
    /** What all bodies hold until their answers begin, those of up to 64 KB aside. */
    bodiesBytes: integer('HEADGATE_BODIES_BYTES', 256 * megabytes, { min: leastBodiesBytes }),
    /** How long a client may pause while it sends a body. */
    bodyIdleMs: integer('HEADGATE_BODY_IDLE_MS', 60 * seconds, { min: 10 }),
    /** The minute of requests a minute and of refused keys. */
    limitWindowMs: integer('HEADGATE_LIMIT_WINDOW_MS', minutes, { min: 1 }),
    /** Refused keys a minute and address. */
    failedAuthLimit: integer('HEADGATE_FAILED_AUTH_LIMIT', 100, { min: 1 }),
    /** Refused sign-ins in 20 minutes and address. */
    loginLimit: integer('HEADGATE_LOGIN_LIMIT', 20, { min: 1 }),
    keyCacheSize: integer('HEADGATE_KEY_CACHE_SIZE', 50_000, { min: 1 }),
    unknownKeyCacheSize: integer('HEADGATE_UNKNOWN_KEY_CACHE_SIZE', 10_000, { min: 1 }),
    unknownKeyTtlMs: integer('HEADGATE_UNKNOWN_KEY_TTL_MS', 5 * seconds, { min: 1 }),
    /** How long cached keys are good while account cannot be reached. */
    keyCacheGraceMs: age('HEADGATE_KEY_CACHE_GRACE_MS', 15 * minutes),
    /** How long pages of records go on with a name that was changed. */
    nameCacheMs: age('HEADGATE_NAME_CACHE_MS', 10 * seconds, { min: 1 }),
    /** What becomes of the traces that clients say they are in. */
    clientTraces: choice('HEADGATE_CLIENT_TRACES', clientTraces, 'link'),
    /** How long open requests may go on when the process stops. */
    stopGraceMs: integer('HEADGATE_STOP_GRACE_MS', 30 * seconds),
  });
}
