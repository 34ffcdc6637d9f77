/**
 * `npm run broken`: applies each patch of this folder to a copy of the tree and requires its test to fail while the
 * others of its file pass. Arguments choose patches by a part of their names.
 */
import { join } from 'node:path';
import { say, surviveClosedTerminal } from '../start/say.ts';
import { choosesBrowser } from '../test/find-browser.ts';
import { add, describe, isGood, type Tally } from '../test/tally.ts';
import { withTestParts } from '../test/with-test-parts.ts';
import { copyTree } from './copied-tree.ts';
import { judge } from './judge.ts';
import { type BrokenPatch, readPatches } from './read-patch.ts';
import { runTestFile } from './run-test-file.ts';

const filters = process.argv.slice(2);
const chosen = readPatches().filter(
  ({ name }) => filters.length === 0 || filters.some((filter) => name.includes(filter)),
);
const tallies: Tally[] = [];

surviveClosedTerminal();
const isComplete = await withTestParts({
  needsBrowser: choosesBrowser(chosen.map(({ file }) => file)),
  async run({ env, directory, browser, signal }) {
    const tree = copyTree(join(directory, 'tree'));
    for (const [index, patch] of chosen.entries()) {
      signal.throwIfAborted();
      const startedAt = Date.now();
      const problems = await tryPatch(patch);
      const seconds = Math.round((Date.now() - startedAt) / 1000);
      tallies.push(
        problems.length === 0
          ? { passed: 1, failures: [], skipped: 0 }
          : { passed: 0, failures: [patch.name], skipped: 0 },
      );
      say(
        `${problems.length === 0 ? 'ok  ' : 'FAIL'} ${index + 1}/${chosen.length} ${patch.name} (${seconds} s)`,
      );
      for (const problem of problems) say(`       ${problem}`);
    }

    async function tryPatch(patch: BrokenPatch): Promise<string[]> {
      const refusal = await tree.apply(patch.path);
      if (refusal !== undefined) return [`it no longer applies: ${refusal}`];
      const results = await runTestFile(patch.file, {
        env: { ...env, ...(await browser) },
        directory,
        cwd: tree.path,
        signal,
      });
      const stuck = await tree.revert(patch.path);
      if (stuck !== undefined) throw new Error(`${patch.name} cannot be taken back: ${stuck}`);
      return judge(patch, results);
    }
  },
});
if (!isComplete) tallies.push({ passed: 0, failures: ['what is above ended the run'], skipped: 0 });
const tally = add(tallies);
if (chosen.length === 0) say('Nothing ran: no patch has this in its name.');
for (const line of describe(tally)) say(line);
process.exit(isGood(tally) ? 0 : 1);
