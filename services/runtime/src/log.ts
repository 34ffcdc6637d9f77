import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { hideQuoted } from './log/hide-quoted.ts';
import { hideSecrets } from './log/hide-secrets.ts';

/** Without children: what is bound to one passes by what hides secrets. */
export type Log = Omit<Logger, 'child' | 'setBindings'>;

/** What `HEADGATE_LOG_LEVEL` may be. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

/**
 * Lines leave together, a moment later: where they come one by one, a write for each costs more than making it. A process that
 * exits, or tells of something fatal, writes what there is; one that is killed loses a moment. While nobody reads, so much is kept.
 */
const standardOutput = { minLength: 12_288, periodicFlush: 100, maxLength: 16 * 1024 * 1024 };

/** JSON lines on standard output, one per event, with the service's name on each. */
export function createLog(service: string, level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: { service },
    timestamp: createTimestamp(),
    formatters: { level: (label) => ({ level: label }), log: (members) => hideSecrets(members) },
    serializers: { err: showError },
  };
  return pino(options, destination ?? createOutput());
}

/**
 * A disk without room for lines ends and holds up nobody: they wait, up to a bound, until there is some. A flush would try again for
 * as long, with all that the process does standing still: there is none meanwhile.
 *
 * Lines are gathered here: pino's own destination measures all that it has gathered with each line that comes, which leaves
 * 6 KB of garbage for a line.
 */
function createOutput(): DestinationStream {
  const output = pino.destination(standardOutput);
  const write = output.write.bind(output);
  const flush = output.flush.bind(output);
  const flushSync = output.flushSync.bind(output);
  let lines: string[] = [];
  let length = 0;
  const handOver = (): void => {
    if (length === 0) return;
    const together = lines.join('');
    lines = [];
    length = 0;
    write(together);
  };
  let isStuck = false;
  output.on('error', () => {
    isStuck = true;
  });
  output.on('write', () => {
    isStuck = false;
  });
  output.write = (line) => {
    lines.push(line);
    length += line.length;
    if (length >= standardOutput.minLength) handOver();
    return true;
  };
  output.flush = (done) => {
    handOver();
    flush(done);
  };
  output.flushSync = () => {
    handOver();
    if (!isStuck) flushSync();
  };
  return output;
}

/** ISO 8601 in UTC. What does not change within a second is written once. */
function createTimestamp(): () => string {
  let second = -1;
  let prefix = '';
  return () => {
    const nowMs = Date.now();
    const nowSecond = Math.floor(nowMs / 1_000);
    if (nowSecond !== second) {
      second = nowSecond;
      prefix = `,"time":"${new Date(nowSecond * 1_000).toISOString().slice(0, -'000Z'.length)}`;
    }
    return `${prefix}${String(nowMs % 1_000).padStart(3, '0')}Z"`;
  };
}

function showError(error: unknown): unknown {
  return error instanceof Error
    ? hideSecrets(hideQuoted({ ...pino.stdSerializers.err(error) }, error))
    : error;
}
