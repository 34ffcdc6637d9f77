import { ConfigError, flag, integer, port, readConfig, text } from '@headgate/runtime/config';

export interface Config {
  host: string;
  port: number;
  /** Null for none. */
  logFile: string | null;
  /** How long every job of a vendor of media takes; 0 lets a job go on with each poll. */
  mediaMs: number;
}

/** Reads the sandbox's environment. In production it refuses, unless it is allowed explicitly. */
export function readSandboxConfig(env: NodeJS.ProcessEnv): Config {
  const {
    host,
    port: number,
    logFile,
    mediaMs,
    mode,
    isAllowed,
  } = readConfig(env, {
    host: text('HEADGATE_HTTP_HOST', '127.0.0.1'),
    port: port('HEADGATE_HTTP_PORT'),
    logFile: text('HEADGATE_SANDBOX_LOG_FILE', ''),
    mediaMs: integer('HEADGATE_SANDBOX_MEDIA_MS', 0),
    mode: text('NODE_ENV', ''),
    isAllowed: flag('HEADGATE_SANDBOX_ALLOW', false),
  });
  if (mode === 'production' && !isAllowed) {
    throw new ConfigError([
      'The sandbox does not run in production; HEADGATE_SANDBOX_ALLOW=true overrules this',
    ]);
  }
  return { host, port: number, logFile: logFile === '' ? null : logFile, mediaMs };
}
