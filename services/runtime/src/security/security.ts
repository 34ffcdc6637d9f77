import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { ConfigError, integer, readConfig, text } from '../config.ts';
import { readTlsFiles } from './watch-files.ts';

/** How connections to other services and to the broker are secured; without any files they are plain. */
export interface Security {
  /** Mutual TLS with other services: each shows its certificate, and takes nobody whom `authority` has not signed. */
  tls?: TlsFiles;
  nats: NatsFiles;
}

/** Files in PEM. They are read again when they change, so that certificates can be renewed under a running process. */
export interface TlsFiles {
  certificate: string;
  key: string;
  authority: string;
  /** Files that have changed are in use after at most this long. */
  rereadMs: number;
}

export interface NatsFiles {
  /** Who signed the broker's certificate, in PEM. */
  authority?: string;
  /** Credentials as the `nsc` tool writes them. */
  credentials?: string;
}

/** No TLS and no credentials beyond those in addresses. */
export const plain: Security = { nats: {} };

/**
 * Reads `HEADGATE_TLS_DIR` (a folder with `tls.crt`, `tls.key` and `ca.crt`, as cert-manager writes it),
 * `HEADGATE_TLS_REREAD_MS`, `NATS_CA_FILE` and `NATS_CREDENTIALS_FILE`. Throws a ConfigError that names every file that is missing, or says why those for TLS are of no use together.
 */
export function readSecurity(env: NodeJS.ProcessEnv): Security {
  const { tlsDir, rereadMs, natsAuthority, natsCredentials } = readConfig(env, {
    tlsDir: text('HEADGATE_TLS_DIR', ''),
    rereadMs: integer('HEADGATE_TLS_REREAD_MS', 30_000, { min: 10 }),
    natsAuthority: text('NATS_CA_FILE', ''),
    natsCredentials: text('NATS_CREDENTIALS_FILE', ''),
  });
  const security: Security = {
    ...(tlsDir !== '' && {
      tls: {
        certificate: join(tlsDir, 'tls.crt'),
        key: join(tlsDir, 'tls.key'),
        authority: join(tlsDir, 'ca.crt'),
        rereadMs,
      },
    }),
    nats: {
      ...(natsAuthority !== '' && { authority: natsAuthority }),
      ...(natsCredentials !== '' && { credentials: natsCredentials }),
    },
  };
  const files = [...Object.values(security.tls ?? {}), ...Object.values(security.nats)];
  const missing = files.filter((file) => typeof file === 'string' && !existsSync(file));
  if (missing.length > 0) throw new ConfigError(missing.map((file) => `${file} is missing`));
  if (security.tls) checkTlsFiles(security.tls, tlsDir);
  return security;
}

function checkTlsFiles(files: TlsFiles, directory: string): void {
  try {
    createSecureContext(readTlsFiles(files));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`HEADGATE_TLS_DIR (${directory}) cannot be used: ${reason}`]);
  }
}
