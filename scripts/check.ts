/** `npm run check`: lint, format, types, contracts and house rules; the part of `npm test` without tests. */
import { say } from './start/say.ts';
import { runChecks } from './test/checks.ts';
import { describe, isGood } from './test/tally.ts';

const tally = await runChecks(say, { env: process.env });
for (const line of describe(tally)) say(line);
process.exitCode = isGood(tally) ? 0 : 1;
