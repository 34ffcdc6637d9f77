import type { ServiceName } from '../service-names.ts';

const minute = 60_000;
/** Those of media-worker and media-api, where nobody sets others. */
const imageTimeoutMs = 20 * minute;
const submitTimeoutMs = 1 * minute;
const connectTimeoutMs = 10_000;

/** For what comes after the grace. */
const marginMs = 5_000;
/** For the other steps of a media-worker, each of which may take its time. */
const workerMarginMs = 80_000;

/**
 * How long a service may take to stop before it is killed, by what `env` promises to what is under way. An image that a
 * vendor is making was paid for: a media-worker waits for it, as it does in Kubernetes and Compose, and only then. So does a media-api for a
 * task that a vendor is taking.
 */
export function stopDeadlineMs(service: ServiceName, env: NodeJS.ProcessEnv): number {
  const graceMs = read(env.HEADGATE_STOP_GRACE_MS, 0);
  const connectMs = read(env.HEADGATE_CONNECT_TIMEOUT_MS, connectTimeoutMs);
  if (service === 'media-worker')
    return read(env.HEADGATE_IMAGE_TIMEOUT_MS, imageTimeoutMs) + connectMs + workerMarginMs;
  if (service !== 'media-api') return graceMs + marginMs;
  // Calls, and then downloads and uploads.
  const submitMs = read(env.HEADGATE_SUBMIT_TIMEOUT_MS, submitTimeoutMs);
  return Math.max(graceMs, connectMs + submitMs) + graceMs + marginMs;
}

/** What is no number is refused by the service itself. */
function read(value: string | undefined, otherwise: number): number {
  return Number(value || Number.NaN) || otherwise;
}
