import { randomUUIDv7 } from 'node:crypto';
import { Close, Ending, Kind, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { RealtimeOpen } from '@headgate/proto/gen/headgate/text/v1/text';
import { inputOf, outputOf } from '../../canon/usage.ts';
import { costBound } from '../../catalog/bounds.ts';
import type { Candidate } from '../../catalog/catalog.ts';
import type { GatewayContext } from '../../context.ts';
import type { Admission } from '../../relay/admit.ts';
import { type Bill, uncounted, unserved } from '../../relay/bills/bill.ts';
import { billSoundOnce } from '../../relay/bills/bill-sound-once.ts';
import { openSettlement } from '../../relay/bills/open-settlement.ts';
import type { Outcome, Settlement } from '../../relay/bills/settle.ts';
import { refusalFault } from '../../slices/refusal-fault.ts';
import type { Refusal } from '../../slices/slice.ts';
import type { SessionAdmission } from '../admit-session.ts';

/**
 * The money of one session: a record of its own, open as long as the session is, that costs nothing, holds what the next
 * response may cost and stands for it should this process die; and a record for each response.
 * See decisions/2026-11-21-a-session-holds-its-next-response.md.
 */
export interface SessionBill {
  /** Notes the upstream that is about to be dialled. */
  dial(candidate: Candidate): void;
  /** Holds enough for so many responses over so many tokens each, or says why not. */
  cover(inputTokens: number, responses: number): Refusal | undefined | Promise<Refusal | undefined>;
  /** What the client is told when a response cannot be covered. */
  faultOf(refusal: Refusal): Fault;
  /** Resolves when nothing is being drawn for the session. */
  quiet(): Promise<unknown>;
  /** Why the next response is not paid for; undefined where it is, so far as is known. */
  lacking(): Refusal | undefined;
  /** A response has begun: what was held for one is its own now. Undefined when the journal has no room. */
  begin(): ResponseBill | undefined;
  /** Bills what was transcribed, as something of its own. */
  charge(transcribed: Bill, model: string | undefined, ending?: Ending): Promise<void>;
  /** Ends a session that nobody served. */
  fail: Settlement['fail'];
  close(outcome: Pick<Outcome, 'ending' | 'status'>): void;
}

export type ResponseBill = Pick<Settlement, 'settle'>;

interface BillOptions {
  gone: AbortSignal;
  /** Told of the tokens of each response and each transcript when it is billed. */
  onUsed?(tokens: bigint): void;
}

/** Opens the session's record. Undefined when the journal has no room. */
export function openBill(
  context: GatewayContext,
  open: RealtimeOpen,
  admission: SessionAdmission,
  { gone, onUsed = () => undefined }: BillOptions,
): SessionBill | undefined {
  const { slices, heartbeat } = context;
  const { path, bounds, group } = admission;
  let candidate: Candidate | undefined;
  let unitsOfOne = 0n;
  let lastRefusal: Refusal | undefined;
  let drawing: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  const standing = toAdmission(admission, 0n);
  const session = openRecord(standing, { id: open.requestId, ref: '' });
  if (!session) return undefined;

  /** Opens a record of the session, or of a response in it: `ref` names the session. */
  function openRecord(own: Admission, { id, ref }: { id: string; ref: string }): Settlement | undefined {
    const opened = Close.fromPartial({
      id,
      ref,
      run: context.run,
      kind: Kind.INTERRUPTED,
      ending: Ending.INTERRUPTED,
      path,
      reserved: own.reserved,
      group,
      model: open.model,
      priceModel: candidate?.priceModel ?? admission.candidates[0]?.priceModel ?? open.model,
      priceVersion: bounds.version,
      catalogVersion: admission.catalogVersion,
      keyId: open.caller?.keyId ?? 0n,
      userId: open.caller?.userId ?? 0n,
      usage: {},
      usageSource: UsageSource.NONE,
      stream: true,
      startedAtMs: BigInt(Date.now()),
    });
    return openSettlement(context, own, opened);
  }

  async function reserve(units: bigint): Promise<void> {
    lastRefusal = await slices.reserve(path, units, gone);
    if (lastRefusal) return;
    if (isClosed) slices.settle(path, units, 0n);
    else standing.reserved += units;
  }

  function cover(inputTokens: number, responses: number): Refusal | undefined | Promise<Refusal | undefined> {
    unitsOfOne = admission.worstCase(inputTokens);
    const needed = unitsOfOne * BigInt(responses);
    if (standing.reserved >= needed) return undefined;
    if (!heartbeat.isValid()) {
      lastRefusal = 'unreachable';
      return lastRefusal;
    }
    const next = drawing.then(async () => {
      const missing = needed - standing.reserved;
      if (missing <= 0n) return undefined;
      await reserve(missing);
      return lastRefusal;
    });
    drawing = next.catch(() => undefined);
    return next;
  }

  /** So much of these units as is held for the next response. */
  function partOfHeld(units: bigint): bigint {
    return standing.reserved < units ? standing.reserved : units;
  }

  function end(settle: () => void): void {
    isClosed = true;
    settle();
    // It is free again: a charge that still waits for units has nothing to take.
    standing.reserved = 0n;
  }

  return {
    dial(chosen) {
      candidate = chosen;
      session.attempt(chosen);
    },
    cover,
    faultOf: (refusal) =>
      refusalFault(refusal, {
        what: 'another response',
        lacking: slices.lacking(path),
        budgets: open.caller?.budgets ?? [],
      }),
    quiet: () => drawing,
    lacking: () => (standing.reserved >= unitsOfOne ? undefined : (lastRefusal ?? 'empty')),
    begin() {
      const reserved = partOfHeld(unitsOfOne);
      const own = toAdmission(admission, reserved);
      const settlement = openRecord(own, { id: randomUUIDv7(), ref: open.requestId });
      if (!settlement) return undefined;
      standing.reserved -= reserved;
      if (candidate) settlement.attempt(candidate);
      return {
        settle(outcome) {
          const tokens = settlement.settle(outcome);
          onUsed(tokens);
          return tokens;
        },
      };
    },
    async charge(transcribed, model, ending = Ending.COMPLETED) {
      const ownBound = model === undefined ? undefined : bounds.of(model, group);
      const priceModel = ownBound && model !== undefined ? model : candidate?.priceModel;
      const bound = ownBound ?? bounds.of(priceModel ?? '', group);
      if (!candidate || priceModel === undefined || !bound) return;
      // The price of a response covers what was heard in it.
      if (!ownBound && bound.call > 0n) return;
      // By minutes or by tokens, as the settlement has it.
      const billed = billSoundOnce(transcribed, bound).usage;
      const [inputTokens, outputTokens] = [BigInt(inputOf(billed)), BigInt(outputOf(billed))];
      const { metered = [] } = billed;
      const cost = costBound(bound, { inputTokens, outputTokens, calls: 1n, metered });
      const isLimited = admission.worstCase(0) > 0n;
      const isHeld = isLimited && !(await slices.reserve(path, cost));
      // Nobody can take back what was heard. Where no more units are to be had, it takes those of the next response, which nothing
      // passes for until they are held anew; what goes beyond them is an overrun.
      const own = toAdmission(admission, isHeld ? cost : partOfHeld(cost));
      const settlement = openRecord(own, { id: randomUUIDv7(), ref: open.requestId });
      if (!settlement) {
        if (isHeld) slices.settle(path, cost, 0n);
        return;
      }
      if (!isHeld) standing.reserved -= own.reserved;
      settlement.attempt({ ...candidate, priceModel });
      onUsed(settlement.settle({ ending, status: 200, ...transcribed }));
    },
    fail(status, gone) {
      end(() => session.fail(status, gone));
    },
    close({ ending, status }) {
      const wasServed = status === 101 && ending !== Ending.BROKEN;
      end(() => session.settle({ ending, status, ...(wasServed ? uncounted : unserved), calls: 0n }));
    },
  };
}

function toAdmission(
  { candidates, group, path, bounds, catalogVersion }: SessionAdmission,
  reserved: bigint,
): Admission {
  return { candidates, group, path, reserved, bounds, catalogVersion };
}
