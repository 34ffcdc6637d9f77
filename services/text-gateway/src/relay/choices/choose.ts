import { chooseByName } from '../../affinity/rendezvous.ts';
import type { Candidate } from '../../catalog/catalog.ts';
import type { Route } from '../../catalog/route.ts';
import type { GatewayContext } from '../../context.ts';
import { keptOf } from '../../health/weigh.ts';

/** A candidate and the credential to call it with; undefined for an upstream that asks for none. */
export interface Choice {
  candidate: Candidate;
  key: string | undefined;
}

/** What is known of routes, and chance. */
type Routing = Pick<GatewayContext, 'affinity' | 'breaker' | 'cooling' | 'pace' | 'random'>;

/** What a request may be sent to, and what it would like. */
export interface Wish {
  /** The routes of one candidate stand together. */
  routes: readonly Route[];
  tried: ReadonlySet<Route>;
  stream: boolean;
  /** What it has in common with requests that were served before, if anything. */
  prompt: string | undefined;
}

/** Chooses among the routes that were not tried and do not cool; undefined when there are none. */
export function choose(routing: Routing, wish: Wish): Route | undefined {
  const routes = wish.routes.filter(
    (route) => !wish.tried.has(route) && routing.cooling.remainingMs(route.circuit) === 0,
  );
  if (routes.length < 2) return routes[0];
  const usable = leaveBrokenAlone(routes, routing);
  const level = weigh(highestPriority(lowestRung(usable)), wish, routing);
  return findServedBefore(level, wish, routing) ?? pick(level, wish, routing);
}

/** How long until one of the routes can be called again; 0 when one can be now. */
export function shortestCoolingMs(routes: readonly Route[], { cooling }: Pick<Routing, 'cooling'>): number {
  return Math.min(...routes.map(({ circuit }) => cooling.remainingMs(circuit)));
}

/** Where everything is broken, what is soonest to be tried again is better than nothing. */
function leaveBrokenAlone(routes: readonly Route[], { breaker }: Routing): readonly Route[] {
  const waits = routes.map((route) => breaker.waitMs(route));
  const least = Math.min(...waits);
  return routes.filter((_, index) => waits[index] === least);
}

function lowestRung(routes: readonly Route[]): readonly Route[] {
  const lowest = Math.min(...routes.map(({ candidate }) => candidate.rung));
  return routes.filter(({ candidate }) => candidate.rung === lowest);
}

function highestPriority(routes: readonly Route[]): readonly Route[] {
  const highest = Math.max(...routes.map(({ candidate }) => candidate.channel.priority));
  return routes.filter(({ candidate }) => candidate.channel.priority === highest);
}

/** A candidate of the level that is chosen from. */
interface Weighed {
  candidate: Candidate;
  /** With the credentials that may be used. */
  routes: [Route, ...Route[]];
  weight: number;
  /** How much of its weight it keeps, after how it served lately. */
  kept: number;
}

/** Weights that are all 0 count as equal; beside others, 0 gets nothing. */
function weigh(routes: readonly Route[], { stream }: Wish, { pace }: Routing): readonly Weighed[] {
  const all: Weighed[] = [];
  for (const route of routes) {
    const { candidate } = route;
    const last = all.at(-1);
    if (last?.candidate === candidate) last.routes.push(route);
    else all.push({ candidate, routes: [route], weight: candidate.channel.weight, kept: 1 });
  }
  const weighty = all.filter(({ weight }) => weight > 0);
  const level = weighty.length > 0 ? weighty : all.map((one) => ({ ...one, weight: 1 }));
  if (level.length < 2) return level;
  const kept = keptOf(level.map(({ routes: [{ lane }] }) => pace.read(lane, stream)));
  return level.map((one, index) => ({ ...one, kept: kept[index] ?? 1 }));
}

/** A channel that keeps less of its weight than this is not clung to. */
const leastKept = 0.5;

/** Where the upstream may still have the beginning of the prompt. */
function findServedBefore(
  level: readonly Weighed[],
  { prompt }: Wish,
  { affinity }: Routing,
): Route | undefined {
  const credential = prompt === undefined ? undefined : affinity.find(prompt);
  if (credential === undefined) return undefined;
  for (const { routes, kept } of level) {
    const route = routes.find((one) => one.credential === credential);
    if (route) return kept < leastKept ? undefined : route;
  }
  return undefined;
}

/** By weight, then a credential: at random, or by the prompt, so that all replicas begin at the same place. */
function pick(level: readonly Weighed[], { prompt }: Wish, { random }: Routing): Route | undefined {
  if (prompt !== undefined) {
    const chosen = chooseByName(level, prompt, ({ routes: [{ lane }] }) => lane, shareOf);
    return (
      chosen &&
      chooseByName(
        chosen.routes,
        prompt,
        ({ credential }) => credential,
        () => 1,
      )
    );
  }
  const chosen = pickByWeight(level, random());
  return chosen?.routes[Math.floor(random() * chosen.routes.length)];
}

function shareOf({ weight, kept }: Weighed): number {
  return weight * kept;
}

function pickByWeight(level: readonly Weighed[], random: number): Weighed | undefined {
  let left = random * level.reduce((sum, one) => sum + shareOf(one), 0);
  for (const one of level) {
    left -= shareOf(one);
    if (left < 0) return one;
  }
  return level.at(-1);
}
