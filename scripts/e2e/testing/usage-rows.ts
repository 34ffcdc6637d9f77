import { type Random, seededRandom } from '../../chaos/random.ts';

/** Whose request it may be. */
export interface Payer {
  keyId: number;
  userId: number;
  group: string;
}

/** A row of the ledger's usage log, by its columns. */
export type UsageRow = Record<string, string | number | boolean>;

const hourMs = 60 * 60 * 1_000;
const dayMs = 24 * hourMs;
const unitsPerDollar = 500_000;

/** Dollars for a million tokens, and how many of a hundred requests ask for it. */
const models = [
  { name: 'gpt-4o-mini', channel: 'main', input: 0.15, output: 0.6, share: 38, ms: 900 },
  { name: 'gemini-2.5-flash', channel: 'gemini', input: 0.3, output: 2.5, share: 22, ms: 1_200 },
  { name: 'claude-sonnet-4-5', channel: 'claude', input: 3, output: 15, share: 16, ms: 4_200 },
  { name: 'gpt-4o', channel: 'main', input: 2.5, output: 10, share: 14, ms: 2_600 },
  { name: 'o4-mini', channel: 'main', input: 1.1, output: 4.4, share: 9, ms: 9_000 },
  {
    name: 'a-vendor/with-a-name-of-its-own-that-is-longer-than-most-20260128',
    channel: 'long',
    input: 1,
    output: 2,
    share: 1,
    ms: 2_000,
  },
] as const;

/** Requests of the last 28 days, busier by day than by night, one in fifty failed; the same for the same seed. */
export function usageRows(
  count: number,
  {
    payers,
    channelIds,
    endMs,
    seed = 1,
  }: { payers: readonly Payer[]; channelIds: ReadonlyMap<string, number>; endMs: number; seed?: number },
): UsageRow[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, place) => {
    const model = pickModel(random);
    // The first keys are the busiest.
    const payer = payers[Math.floor((random.below(1_000) / 1_000) ** 3 * payers.length)];
    if (!payer) throw new Error('nobody pays');
    const startedMs = pickTime(random, endMs);
    const isFailed = random.percent(2);
    const input = isFailed ? 0 : 2_000 + random.below(60_000);
    const cached = random.percent(40) ? Math.floor(input / 2) : 0;
    const output = isFailed ? 0 : 100 + random.below(4_000);
    const reasoning = model.name === 'o4-mini' ? output * 2 : 0;
    const dollars = ((input - cached / 2) * model.input + (output + reasoning) * model.output) / 1e6;
    return {
      id: idAt(startedMs, place, random),
      run: '00000000-0000-7000-8000-000000000001',
      key_id: payer.keyId,
      user_id: payer.userId,
      model: model.name,
      price_model: model.name,
      group_name: payer.group,
      channel_id: channelIds.get(model.channel) ?? 0,
      input_fresh: input - cached,
      input_cache_read: cached,
      input_cache_write: 0,
      output_visible: output,
      output_reasoning: reasoning,
      calls: 1,
      usage_source: isFailed ? 'none' : 'upstream',
      ending: isFailed ? 'upstream_failed' : 'completed',
      status: isFailed ? 502 : 200,
      stream: random.percent(60),
      attempts: isFailed ? 3 : 1,
      reserved: 5_000,
      consumed: 1_000,
      amount: Math.ceil(dollars * unitsPerDollar),
      price_version: 1,
      catalog_version: 1,
      started_at: new Date(startedMs).toISOString(),
      duration_ms: model.ms + random.below(model.ms),
      first_byte_ms: 120 + random.below(model.ms / 2),
      batch_no: 0,
    };
  });
}

function pickModel(random: Random): (typeof models)[number] {
  let left = random.below(100);
  for (const model of models) {
    if (left < model.share) return model;
    left -= model.share;
  }
  return models[0];
}

/** Twice as likely by day as by night, and on weekdays as at the weekend. */
function pickTime(random: Random, endMs: number): number {
  for (;;) {
    const ms = endMs - random.below(28 * 24 * 60) * (dayMs / 24 / 60) - random.below(60_000);
    const at = new Date(ms);
    const isDay = at.getUTCHours() >= 7 && at.getUTCHours() < 19;
    const isWeekday = at.getUTCDay() % 6 !== 0;
    if (random.percent((isDay ? 100 : 45) * (isWeekday ? 1 : 0.5))) return ms;
  }
}

/** A UUIDv7 of the time, and of the row's place, so that none comes twice. */
function idAt(ms: number, place: number, random: Random): string {
  const time = ms.toString(16).padStart(12, '0');
  const noise = random
    .below(2 ** 16)
    .toString(16)
    .padStart(4, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${noise.slice(1)}-8000-${place.toString(16).padStart(12, '0')}`;
}
