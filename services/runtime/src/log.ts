import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { hideSecrets } from './hide-secrets.ts';

/** Without children: what is bound to one passes by what hides secrets. */
export type Log = Omit<Logger, 'child' | 'setBindings'>;

/**
 * Lines leave together, a moment later: where they come one by one, a write for each costs more than making it. A process that
 * exits, or tells of something fatal, writes what there is; one that is killed loses a moment. While nobody reads, so much is kept.
 */
const standardOutput = { minLength: 4_096, periodicFlush: 100, maxLength: 16 * 1024 * 1024 };

/** JSON lines on standard output, one per event, with the service's name on each. */
export function createLog(service: string, level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: { service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }), log: (members) => hideSecrets(members) },
    serializers: { err: showError },
  };
  return pino(options, destination ?? pino.destination(standardOutput));
}

function showError(error: unknown): unknown {
  return error instanceof Error ? hideSecrets(pino.stdSerializers.err(error)) : error;
}
