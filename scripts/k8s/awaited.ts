const callers = ['ingress', 'text-gateway', 'media-api', 'media-worker', 'account', 'ledger', 'console'];
const brokered = callers.filter((process) => process !== 'console');
const pausing = ['text-gateway', 'media-api', 'account', 'ledger', 'console'];

/** What processes are told by the manifests already and do not read yet. A test says when a line is to go. */
export const awaited: Readonly<Record<string, readonly string[]>> = {
  HEADGATE_STOP_PAUSE_MS: pausing,
  HEADGATE_TLS_DIR: callers,
  NATS_CA_FILE: brokered,
  NATS_CREDENTIALS_FILE: brokered,
  REDIS_URL: ['ingress'],
};
