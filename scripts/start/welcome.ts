import type { Configuration } from './configuration/read-configuration.ts';
import type { Home } from './home/home.ts';

/** The lines for the person who started the system. The first one is relied on. */
export function welcome(
  baseUrl: string,
  configuration: Configuration,
  home: Pick<Home, 'devFile' | 'logsDir'>,
): string[] {
  // A key of the person's own does not belong on a terminal.
  const key = configuration.isDemo ? configuration.apiKey : 'YOUR_KEY';
  const model = configuration.model ?? 'YOUR_MODEL';
  return [
    `Headgate is ready at ${baseUrl}`,
    '',
    'A first request:',
    '',
    `  curl ${baseUrl}/v1/chat/completions \\`,
    `    -H 'Authorization: Bearer ${key}' \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '{"model": "${model}", "messages": [{"role": "user", "content": "Hello"}]}'`,
    '',
    `The console: ${consoleUrl(baseUrl)} (${signInHint(configuration)})`,
    '',
    `In ${home.devFile}: ${whatIsWritten(configuration)}`,
    `Logs are in ${home.logsDir}. Ctrl-C stops everything.`,
  ];
}

/** By a name: browsers have no passkeys at an address. */
function consoleUrl(baseUrl: string): string {
  const url = new URL('/console/', baseUrl);
  url.hostname = 'localhost';
  return url.href;
}

/** Whom the person may sign in as; the password does not belong on a terminal. */
function signInHint({ admin }: Configuration): string {
  if (admin !== null) return `sign in as ${admin.username}`;
  return 'as long as nobody is there, whoever comes first makes the root user';
}

/** What of the configuration the file of the home has, and what it has always. */
function whatIsWritten({ apiKey, admin }: Configuration): string {
  const key = apiKey === null ? [] : ['the key'];
  const password = admin === null ? [] : ["the root user's password"];
  return [...key, ...password, 'all addresses'].join(', ');
}
