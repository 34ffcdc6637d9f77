import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

/** Members that hold secrets, wherever an object that carries them is logged by mistake. */
const secretMembers = [
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'keys',
  '["x-api-key"]',
  '["set-cookie"]',
];

/** JSON lines on standard output, one per event, with the service's name on each. */
export function createLog(service: string, level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: { service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: secretMembers.flatMap((member) =>
        member.startsWith('[') ? [member, `*${member}`] : [member, `*.${member}`],
      ),
      censor: '[secret]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
