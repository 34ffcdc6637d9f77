import type { Verdict } from './breaker.ts';

/** How a channel has served lately. */
export interface ChannelReading {
  inFlight: number;
  /** Calls that ended within the last five minutes, but those that say nothing of the upstream. */
  requests: number;
  failures: number;
  /** Half of the newest answers began within so long; 0 where none did. */
  firstByteP50Ms: number;
}

/** Counts what becomes of upstream calls, by channel, for people to look at: nothing is routed by it. */
export interface ChannelRecords {
  begin(channelId: bigint): RecordedCall;
  /** Of channels that were called lately. */
  read(): ReadonlyMap<bigint, ChannelReading>;
}

export interface RecordedCall {
  answering(): void;
  end(verdict: Verdict): void;
}

interface Minute {
  number: number;
  requests: number;
  failures: number;
}

interface CallRecord {
  inFlight: number;
  minutes: Minute[];
  firstBytesMs: number[];
}

const minuteMs = 60_000;
const minutesKept = 5;
/** Answers whose time to the first byte is kept, the newest. */
const timesKept = 64;
/** Beyond it the one that was made first is forgotten. */
const maxChannels = 10_000;

/** @param now monotonic milliseconds. */
export function createChannelRecords(now: () => number): ChannelRecords {
  const records = new Map<bigint, CallRecord>();
  const minuteNow = (): number => Math.floor(now() / minuteMs);

  function find(channelId: bigint): CallRecord {
    const found = records.get(channelId);
    if (found) return found;
    const record: CallRecord = { inFlight: 0, minutes: [], firstBytesMs: [] };
    records.set(channelId, record);
    const [oldest] = records.keys();
    if (records.size > maxChannels && oldest !== undefined) records.delete(oldest);
    return record;
  }

  return {
    begin(channelId) {
      const record = find(channelId);
      const begunAtMs = now();
      record.inFlight += 1;
      return {
        answering() {
          record.firstBytesMs.push(now() - begunAtMs);
          if (record.firstBytesMs.length > timesKept) record.firstBytesMs.shift();
        },
        end(verdict) {
          record.inFlight -= 1;
          if (verdict === 'neither') return;
          const minute = currentMinute(record, minuteNow());
          minute.requests += 1;
          if (verdict !== 'served') minute.failures += 1;
        },
      };
    },
    read() {
      const oldest = minuteNow() - minutesKept;
      const readings = new Map<bigint, ChannelReading>();
      for (const [id, record] of records) {
        const minutes = record.minutes.filter(({ number }) => number > oldest);
        if (minutes.length === 0 && record.inFlight === 0) continue;
        readings.set(id, {
          inFlight: record.inFlight,
          requests: sumOf(minutes, 'requests'),
          failures: sumOf(minutes, 'failures'),
          firstByteP50Ms: medianOf(record.firstBytesMs),
        });
      }
      return readings;
    },
  };
}

function currentMinute({ minutes }: CallRecord, number: number): Minute {
  const last = minutes.at(-1);
  if (last?.number === number) return last;
  const minute = { number, requests: 0, failures: 0 };
  minutes.push(minute);
  if (minutes.length > minutesKept) minutes.shift();
  return minute;
}

function sumOf(minutes: readonly Minute[], member: 'requests' | 'failures'): number {
  return minutes.reduce((sum, minute) => sum + minute[member], 0);
}

function medianOf(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return Math.round((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) * 10) / 10;
}
