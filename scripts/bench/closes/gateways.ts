import { randomUUID, randomUUIDv7 } from 'node:crypto';
import {
  type Close,
  CloseBatch,
  Ending,
  Kind,
  Usage,
  UsageSource,
} from '@headgate/proto/gen/headgate/events/v1/events';
import {
  type LedgerClient,
  DrawResponse_Outcome as Outcome,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { keyPurse, sortPath, userPurse } from '@headgate/proto/purses';
import { call } from '@headgate/runtime/rpc/client';

/** What stands in for running gateways: runs that hold a slice of every path, and count their closes. */
export interface Gateways {
  /** The next closes, the runs and the keys in turn, as encoded messages of one run each. */
  write(closes: number, perMessage: number): Uint8Array[];
}

interface Caller {
  keyId: bigint;
  userId: bigint;
  path: string[];
}

const runs = 2;
const keysPerUser = 10;
const model = 'gpt-4o-mini';
const group = 'default';
const usage = Usage.fromPartial({
  inputFresh: 900n,
  inputCacheRead: 100n,
  outputVisible: 250n,
  outputReasoning: 50n,
});
/** What such a request costs, and what is reserved for it. */
const [consumed, reserved] = [165n, 5_000n];
/** A slice that outlasts every round. */
const sliceUnits = 10n ** 12n;
const purseUnits = 10n ** 17n;
const callsAtOnce = 16;

/** Opens purses of keys from `firstKey` on and has every run draw a slice of each. */
export async function startGateways(
  ledger: LedgerClient,
  { keys, firstKey }: { keys: number; firstKey: number },
): Promise<Gateways> {
  const callers = Array.from({ length: keys }, (_, index): Caller => {
    const keyId = BigInt(firstKey + index);
    // Neighbours are of different users, so that they can draw at the same time.
    const userId = BigInt(firstKey + (index % Math.ceil(keys / keysPerUser)));
    return { keyId, userId, path: sortPath([keyPurse(keyId), userPurse(userId)]) };
  });
  const purses = [...new Set(callers.flatMap(({ path }) => path))];
  await eachOf(purses, (purse) =>
    call(ledger, ledger.openPurse, { purse, unlimited: false, source: 'bench', grantedUnits: purseUnits }),
  );
  const lives = Array.from({ length: runs }, () => ({ id: randomUUID(), seq: 0n }));
  for (const { id: run } of lives) await eachOf(callers, ({ path }) => drawSlice(ledger, run, path));
  const { version } = await call(ledger, ledger.getBounds, { afterVersion: 0n, byRatio: true });

  let caller = 0;
  function next(run: (typeof lives)[number]): Close {
    caller = (caller + 1) % callers.length;
    run.seq += 1n;
    return makeClose({ ...(callers[caller] as Caller), run: run.id, seq: run.seq, priceVersion: version });
  }

  return {
    write(closes, perMessage) {
      const messages: Uint8Array[] = [];
      for (let left = closes; left > 0; left -= perMessage) {
        const run = lives[messages.length % lives.length];
        if (!run) throw new Error('There is no run');
        const length = Math.min(perMessage, left);
        messages.push(CloseBatch.encode({ closes: Array.from({ length }, () => next(run)) }).finish());
      }
      return messages;
    },
  };
}

async function drawSlice(ledger: LedgerClient, run: string, path: string[]): Promise<void> {
  const asked = { run, path, drawNo: 1n, need: sliceUnits, want: sliceUnits };
  const { outcome } = await call(ledger, ledger.draw, asked);
  if (outcome !== Outcome.GRANTED) throw new Error(`The ledger granted nothing of ${path.join(', ')}`);
}

/** A few at a time. */
async function eachOf<T>(all: readonly T[], run: (one: T) => Promise<unknown>): Promise<void> {
  const left = [...all];
  const worker = async (): Promise<void> => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await run(one);
  };
  await Promise.all(Array.from({ length: callsAtOnce }, worker));
}

function makeClose(of: Pick<Close, 'run' | 'seq' | 'path' | 'keyId' | 'userId' | 'priceVersion'>): Close {
  return {
    ...of,
    id: randomUUIDv7(),
    kind: Kind.SETTLE,
    reserved,
    consumed,
    usage,
    usageSource: UsageSource.UPSTREAM,
    model,
    priceModel: model,
    group,
    catalogVersion: 1n,
    channelId: 1n,
    attempts: 1,
    stream: true,
    status: 200,
    ending: Ending.COMPLETED,
    startedAtMs: BigInt(Date.now()),
    durationMs: 1_500,
    firstByteMs: 400,
    ref: '',
    holdId: '',
  };
}
