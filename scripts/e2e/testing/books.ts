/**
 * The books against the sandbox's own log: the invariants of the money protocol, seen from outside. Whatever was
 * killed, wiped or cut off before, nothing may contradict them once things are quiet.
 */
import { type Comparison, LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { callStream, connectRpc } from '@headgate/runtime/rpc/client';
import type { Security } from '@headgate/runtime/security/security';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { Served, World } from './world.ts';

/** Books of hundreds of thousands of entries take a minute on a busy machine. */
const verifyWithinMs = 600_000;

/** Where the books are, and what they are compared with. */
export interface Audited extends Pick<World, 'sql' | 'served' | 'ledgerAddress'> {
  /** What a served request costs, where that is to be compared as well. */
  unitsOf?: (served: Served) => bigint;
  /** How the ledger is connected to, where that is not plain. */
  security?: Security;
}

/** Waits until nothing is held and nothing contradicts the invariants; rejects with what does. */
export async function awaitClosedBooks(audited: Audited): Promise<void> {
  let open: string[] = [];
  const isClosed = async (): Promise<boolean> => {
    open = [...(await findContradictions(audited)), ...(await findHeld(audited))];
    return open.length === 0;
  };
  await waitFor(isClosed, 'the books close').catch((cause) => {
    throw new Error(`The books do not close:\n${open.slice(0, 20).join('\n')}`, { cause });
  });
}

/** Everything that contradicts the invariants, a line each. A close that is still on its way counts as missing. */
export async function findContradictions(audited: Audited): Promise<string[]> {
  const attempts = Map.groupBy(await audited.served(), ({ requestId }) => requestId ?? '');
  const closings = await readClosings(audited);
  return [
    ...findUnclosed(attempts, closings),
    ...[...closings.values()]
      .flat()
      .flatMap((closing) =>
        findMispriced(closing, attempts.get(closing.ref ?? closing.id) ?? [], audited.unitsOf),
      ),
    ...(await findUnbalanced(audited)),
  ];
}

/** Purses that still hold something, a line each: none when all runs are quiet. */
export async function findHeld({ sql }: Pick<Audited, 'sql'>): Promise<string[]> {
  const purses = await sql('select id, held from ledger.purse where held <> 0 order by id');
  return purses.map(({ id, held }) => `${id} still holds ${held}`);
}

/** The entry that closes a request, with what the usage log says of it. */
interface Closing {
  id: string;
  /** The session that a realtime response was a part of. */
  ref: string | null;
  kind: string;
  amount: bigint;
  loggedAmount: bigint | null;
  usageSource: string | null;
  inputTokens: bigint | null;
  outputTokens: bigint | null;
}

async function readClosings({ sql }: Audited): Promise<Map<string, Closing[]>> {
  const rows = await sql(
    `select entry.id, ref, kind, entry.amount, usage.amount as "loggedAmount", usage_source as "usageSource",
       input_fresh + input_cache_read + input_cache_write as "inputTokens",
       output_visible + output_reasoning as "outputTokens"
     from ledger.entry left join ledger.usage using (id) where kind in ('settle', 'interrupted')`,
  );
  return Map.groupBy(rows as unknown as Closing[], ({ id }) => id);
}

/**
 * Invariant 1, and more: whatever reached the upstream, served or not, has exactly one closing entry, because its open
 * record was written first; and no request was served twice. A session serves many responses.
 */
function findUnclosed(
  attempts: ReadonlyMap<string, Served[]>,
  closings: ReadonlyMap<string, Closing[]>,
): string[] {
  return [...attempts].flatMap(([id, records]) => {
    const problems: string[] = [];
    const name = id || 'a request without an id';
    const outcomes = records.map(({ outcome }) => outcome);
    const count = closings.get(id)?.length ?? 0;
    if (count !== 1) problems.push(`${name} was ${outcomes.join(', ')} and has ${count} closing entries`);
    const times = outcomes.filter((outcome) => outcome === 'served').length;
    const isSession = records.some(({ dialect }) => dialect === 'realtime');
    if (times > 1 && !isSession) problems.push(`${name} was served ${times} times`);
    return problems;
  });
}

/** Invariant 1, its other half: what costs something was produced; and the amount is that of the attempt. */
function findMispriced(closing: Closing, attempts: readonly Served[], unitsOf: Audited['unitsOf']): string[] {
  const { id, ref, kind, amount, loggedAmount, usageSource } = closing;
  const problems: string[] = [];
  const attempt = ref === null ? attempts.find(({ outcome }) => outcome === 'served') : undefined;
  if (kind === 'interrupted' && amount !== 0n) problems.push(`${id} was interrupted and costs ${amount}`);
  if (amount > 0n && !attempts.some(hasProduced))
    problems.push(`${id} costs ${amount} and nothing was produced`);
  if (loggedAmount !== amount) problems.push(`${id} costs ${amount}, its usage says ${loggedAmount}`);
  if (unitsOf && attempt && usageSource === 'upstream' && unitsOf(attempt) !== amount)
    problems.push(`${id} costs ${amount}, what was served costs ${unitsOf(attempt)}`);
  // Sound is estimated in characters, which nobody counts as tokens, and what a session has read by the bytes of its events: their
  // own tests say what they cost.
  const isText = attempts.every(({ dialect }) => dialect !== 'speech' && dialect !== 'realtime');
  if (usageSource === 'estimated' && isText) problems.push(...findMisjudged(closing, attempts));
  return problems;
}

/**
 * The sandbox counts four bytes as a token, a tokenizer two to eight: an estimate lies between half and twice the
 * sandbox's count, but for a few tokens. What broke off may have been produced further than it was seen.
 */
function findMisjudged({ id, inputTokens, outputTokens }: Closing, attempts: readonly Served[]): string[] {
  const most = (count: (usage: Served['usage']) => number): number =>
    Math.max(0, ...attempts.map(({ usage }) => count(usage)));
  const isWhole = attempts.some(({ outcome }) => outcome === 'served');
  const counts = [
    ['input', Number(inputTokens), most((usage) => usage.inputTokens)],
    ['output', Number(outputTokens), most((usage) => usage.outputTokens)],
  ] as const;
  return counts
    .filter(([, tokens, produced]) => tokens > produced * 2 + 8 || (isWhole && tokens < produced / 2 - 8))
    .map(([what, tokens, produced]) => `${id} is estimated at ${tokens} tokens of ${what}, not ${produced}`);
}

function hasProduced({ outcome, usage }: Served): boolean {
  return outcome === 'served' || usage.inputTokens + usage.outputTokens > 0;
}

/** Invariants 2 and 5: what the ledger itself finds when it replays its entries. */
export async function findUnbalanced({
  ledgerAddress,
  security,
}: Pick<Audited, 'ledgerAddress' | 'security'>): Promise<string[]> {
  const client = connectRpc(LedgerClient, ledgerAddress, security);
  try {
    let comparisons: Comparison[] = [];
    for await (const progress of callStream(client, client.verify, {}, { deadlineMs: verifyWithinMs }))
      comparisons = progress.comparisons;
    if (comparisons.length === 0) return ['the ledger compared nothing'];
    return comparisons.flatMap(({ name, examples }) =>
      examples.map(({ id, problem }) => `${name}: ${id} ${problem}`),
    );
  } catch (error) {
    return [`the ledger cannot verify its books: ${error}`];
  } finally {
    client.close();
  }
}
