/** `npm test`: everything that must pass before a change lands. Arguments choose test files. */
import { say, surviveClosedTerminal } from '../start/say.ts';
import { runChecks } from './checks.ts';
import { choosesBrowser } from './find-browser.ts';
import { choosesRenderer } from './find-renderer.ts';
import { projects, runVitest } from './run-vitest.ts';
import { add, describe, isGood, type Tally } from './tally.ts';
import { withTestParts } from './with-test-parts.ts';

const filters = process.argv.slice(2);
const tallies: Tally[] = [];

surviveClosedTerminal();
const isComplete = await withTestParts({
  needsBrowser: choosesBrowser(filters),
  needsRenderer: choosesRenderer(filters),
  async before({ env, signal }) {
    if (filters.length === 0) tallies.push(await runChecks(say, { env, signal }));
  },
  async run({ env, directory, browser, signal }) {
    for (const project of projects) {
      signal.throwIfAborted();
      const forProject = project === 'unit' ? env : { ...env, ...(await browser) };
      tallies.push(await runVitest(project, { env: forProject, directory, filters, signal }));
    }
  },
});
if (!isComplete) tallies.push({ passed: 0, failures: ['what is above ended the run'], skipped: 0 });
const tally = add(tallies);
if (tally.passed + tally.failures.length === 0) say('Nothing ran: no test file has this in its path.');
for (const line of describe(tally)) say(line);
process.exit(isGood(tally) ? 0 : 1);
