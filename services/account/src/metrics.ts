import { Counter, Gauge, type Registry } from '@headgate/runtime/metrics';

export type AccountMetrics = ReturnType<typeof createAccountMetrics>;

/** What this service counts, beside what every process does. */
export function createAccountMetrics(registry: Registry) {
  const registers = [registry];
  return {
    keysVerified: new Counter({
      name: 'headgate_account_keys_verified_total',
      help: 'Lookups of client keys, by whether the key was found.',
      labelNames: ['result'] as const,
      registers,
    }),
    logins: new Counter({
      name: 'headgate_account_logins_total',
      help: 'Attempts to log in, by whether a session was opened.',
      labelNames: ['result'] as const,
      registers,
    }),
    mails: new Counter({
      name: 'headgate_account_mails_total',
      help: 'Mail that was to be sent, by whether it was.',
      labelNames: ['result'] as const,
      registers,
    }),
    webhookTries: new Counter({
      name: 'headgate_account_webhook_tries_total',
      help: 'Tries to deliver a notice to a webhook.',
      labelNames: ['result'] as const,
      registers,
    }),
    keysVersion: new Gauge({
      name: 'headgate_account_keys_version',
      help: 'The newest version of keys and users.',
      registers,
    }),
    catalogVersion: new Gauge({
      name: 'headgate_account_catalog_version',
      help: 'The newest version of the catalog.',
      registers,
    }),
    unreadableChannels: new Gauge({
      name: 'headgate_account_unreadable_channels',
      help: 'Channels left out of the catalog because the master key does not open their credentials.',
      registers,
    }),
    resealed: new Counter({
      name: 'headgate_account_resealed_total',
      help: 'Rows whose secrets this process sealed anew under the current master key.',
      registers,
    }),
    unreadable: new Gauge({
      name: 'headgate_account_unreadable_secrets',
      help: 'Rows with secrets that no master key that is set opens. The same from every replica.',
      registers,
    }),
  };
}
