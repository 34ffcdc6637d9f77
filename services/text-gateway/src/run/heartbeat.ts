import type { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Service } from '@headgate/runtime/lifecycle';
import { call } from '@headgate/runtime/rpc/client';
import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { wait } from '@headgate/runtime/wait';
import type { LedgerClock } from '../budgets/ledger-clock.ts';
import { type Bounds, readBounds } from '../catalog/bounds.ts';
import type { Journal } from '../journal/journal.ts';
import type { Publisher } from './publisher.ts';

export interface Heartbeat {
  /** The newest bounds; undefined until the first came. */
  bounds(): Bounds | undefined;
  /** Whether requests may be admitted: the ledger was heard of lately enough. */
  isValid(): boolean;
  /** Fetches bounds where the ledger has others than those known. */
  refreshBounds(): Promise<void>;
  /**
   * Calls `prepare` when a heartbeat finds that the ledger has others than those known, and awaits it for a moment before they
   * are fetched.
   */
  whenBoundsChange(prepare: () => Promise<void>): void;
  /** Extends the time for which requests may be admitted. */
  extend(validForMs: number): void;
  /** No more: the run is being finished. Until then a process that stops goes on, so that its run is known to live. */
  stop(): void;
}

export interface HeartbeatContext {
  service: Service;
  ledger: LedgerClient;
  run: string;
  journal: Journal;
  publisher: Publisher;
  clock: LedgerClock;
  everyMs: number;
  resendAfterMs: number;
}

/** Until the ledger has said otherwise, its last word is good for this long. */
const defaultValidMs = 15 * 60_000;

/** What new bounds are awaited for may hang. */
const prepareMs = 1_000;

/**
 * Tells the ledger that this run lives, and learns how far its closes are booked (the journal is trimmed to
 * there, and what has been missing for long is sent again) and whether bounds have changed.
 */
export function startHeartbeat(context: HeartbeatContext): Heartbeat {
  const { service, ledger, run, journal, publisher, clock, everyMs, resendAfterMs } = context;
  const condition = service.health.condition('bounds');
  const heard = service.health.condition('ledger');
  let bounds: Bounds | undefined;
  let validMs = defaultValidMs;
  let heardAt: number | undefined;
  let refreshing: Promise<void> = Promise.resolve();
  const ended = new AbortController();
  let applied = 0n;
  let appliedAt = performance.now();
  let isDiskRefusing = false;
  let prepareForBounds = async (): Promise<void> => undefined;

  async function beat(): Promise<void> {
    const answer = await call(ledger, ledger.heartbeat, {
      run,
      openRequests: BigInt(journal.openRequests()),
    });
    clock.note(Number(answer.nowMs));
    heardAt = performance.now();
    heard.set(true);
    noteApplied(answer.appliedSeq);
    // A lower one, too: a database that was set back does not know the version, and nothing under it could be billed.
    if (answer.priceVersion === bounds?.version) return;
    // A catalog that still names a price which is gone would refuse its models.
    if (bounds)
      await Promise.race([prepareForBounds(), wait(prepareMs, ended.signal).catch(() => undefined)]);
    await refreshBounds();
  }

  /** One after the other: an answer that was overtaken would set bounds back. */
  function refreshBounds(): Promise<void> {
    refreshing = refreshing.catch(() => undefined).then(loadBounds);
    return refreshing;
  }

  async function loadBounds(): Promise<void> {
    const asked = { afterVersion: bounds?.version ?? 0n, byRatio: true };
    const answer = await call(ledger, ledger.getBounds, asked);
    if (answer.version === bounds?.version) return;
    bounds = readBounds(answer);
    condition.set(true);
    service.log.info({ priceVersion: String(answer.version), models: answer.rates.length }, 'bounds loaded');
  }

  function isValid(): boolean {
    return heardAt !== undefined && performance.now() - heardAt < validMs;
  }

  function onBeatFailed(error: unknown): void {
    heard.set(isValid(), 'not heard of for too long: nothing may be admitted');
    service.log.warn({ err: error }, 'the ledger did not answer a heartbeat');
    // Silent for so long that everything this run held was given to others: only a new run may spend again.
    if (faultOf(error)?.code === 'run_finished' && !service.draining.aborted)
      service.giveUp('the ledger has reclaimed this run');
  }

  function noteApplied(seq: bigint): void {
    const now = performance.now();
    if (seq > applied || seq === publisher.sentSeq()) {
      applied = seq > applied ? seq : applied;
      appliedAt = now;
      trim();
    } else if (now - appliedAt > resendAfterMs) {
      appliedAt = now;
      publisher.resend(applied);
    }
  }

  function trim(): void {
    try {
      journal.trim(applied);
      isDiskRefusing = false;
    } catch (error) {
      if (!isDiskRefusing)
        service.log.warn({ err: error }, 'HEADGATE_JOURNAL_DIR keeps what is booked: its disk refuses');
      isDiskRefusing = true;
    }
  }

  async function beatForever(): Promise<void> {
    for (;;) {
      await beat().catch(onBeatFailed);
      await wait(bounds ? everyMs : Math.min(everyMs, 250), ended.signal);
    }
  }

  beatForever().catch(() => undefined);
  return {
    bounds: () => bounds,
    refreshBounds,
    whenBoundsChange(prepare) {
      prepareForBounds = prepare;
    },
    isValid,
    extend(validForMs) {
      validMs = validForMs;
      heardAt = performance.now();
    },
    stop: () => ended.abort(),
  };
}
