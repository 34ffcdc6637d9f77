import { becomeQuiet } from '../become-quiet.ts';
import { seededRandom } from '../random.ts';
import { type ChaosOptions, gateways, inChaosWorld } from '../run-chaos.ts';
import { type Struck, strikeOn } from '../strike-on.ts';
import { checkRealtime } from './check.ts';
import { configuration } from './configuration.ts';
import { startRealtimeLoad } from './load.ts';

export interface RealtimeChaosResult {
  /** What was seen, and how often. */
  counts: [what: string, count: number][];
  violations: string[];
  struck: Struck;
  elapsedMs: number;
}

/** Holds sessions while what they need is killed or stands still, and says what the books look like when all is quiet. */
export function runRealtimeChaos({
  strikes,
  forMs,
  seed,
  clients,
  pace,
  say,
}: ChaosOptions): Promise<RealtimeChaosResult> {
  return inChaosWorld(configuration, async (target) => {
    const { world } = target;
    const begunAt = performance.now();
    const ingresses = [world.baseUrl, world.baseUrlOf('ingress-2')] as const;
    const load = startRealtimeLoad(ingresses, { clients, random: seededRandom(seed + 1) });
    const announce = (name: string): void =>
      say(
        `${Math.round((performance.now() - begunAt) / 1_000)} s, ${load.sessions.length} sessions: ${name}`,
      );
    const random = seededRandom(seed);
    const struck = await strikeOn(target, { strikes, rounds: 1, forMs, pace, random, announce });
    await load.stop();
    say(`${load.sessions.length} sessions were held; the books are being closed`);
    await becomeQuiet(world, gateways);
    const { sessions } = load;
    const violations = await checkRealtime(world, sessions);
    return {
      counts: [
        ['sessions', sessions.length],
        ['dials refused', load.refused()],
        ['sessions left by their client', sessions.filter(({ end }) => end === 'left').length],
        ['sessions that were ended', sessions.filter(({ end }) => end !== 'left').length],
        ['responses heard to their end', sessions.reduce((sum, { responses }) => sum + responses.length, 0)],
        ['kills', struck.kills],
      ],
      violations: [...struck.ended, ...violations],
      struck,
      elapsedMs: performance.now() - begunAt,
    };
  });
}
