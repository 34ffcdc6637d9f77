import { waitFor } from '@headgate/runtime/testing/wait-for';
import { beginLogs, readEvidence, type Traces } from './evidence.ts';
import { type Asked, findMissing } from './find-missing.ts';

/** Closes reach the ledger by a stream, and lines the log together. */
const patienceMs = 120_000;

/**
 * Runs what asks with a key that nobody else uses meanwhile; rejects unless all that governs a request was there for each one.
 * Gives the tokens that were counted on the key's minute as well.
 */
export async function prove<Done extends Asked>(
  traces: Traces,
  { name, keyId }: { name: string; keyId: bigint },
  run: () => Promise<Done>,
): Promise<{ done: Done; tokens: number }> {
  beginLogs(traces);
  const before = await readEvidence(traces, keyId);
  const done = await run();
  let missing: string[] = [];
  let tokens = 0;
  await waitFor(
    async () => {
      const after = await readEvidence(traces, keyId);
      missing = findMissing(done, before, after);
      tokens = after.tokensCounted;
      return missing.length === 0;
    },
    'all that governs a request is seen',
    { timeoutMs: patienceMs },
  ).catch((cause) => {
    throw new Error(`${name}: not everything was on:\n${missing.join('\n')}`, { cause });
  });
  return { done, tokens };
}
