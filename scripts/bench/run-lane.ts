import { questions, upstreamModels } from './cells.ts';
import type { Governor } from './governed/governor.ts';
import { keys } from './keys.ts';
import type { Lane } from './lanes.ts';
import type { Job } from './load.ts';
import { type Measured, measure, type Watched } from './measure.ts';
import type { Peer } from './peer/peer.ts';
import { whyNotServed } from './peer/why-not-served.ts';
import { cores } from './pin.ts';

/** What each subject did in one round, the gateway's own as `governed`. */
export interface Round {
  /** The upstream itself, where it can be asked the same. */
  raw?: Measured | undefined;
  governed: Measured;
  peer?: Measured | undefined;
}

export interface LaneRounds {
  lane: Lane;
  rounds: readonly Round[];
  /** Why the peer has no part in it. */
  whyNoPeer?: string | undefined;
}

export interface Subjects {
  upstreamUrl: string;
  baseUrl: string;
  watched: Watched;
  peer: Peer | undefined;
  govern: Governor['govern'];
}

type Load = (seconds: number) => Promise<Measured>;
interface Turn {
  subject: keyof Round;
  load: Load;
}

/** At saturation raw says no more than what the upstream and the load generator can do. */
const rawSeconds = 1;

/** Short enough that a log which is bounded still has a line of each request. */
const warmUpSeconds = 6;

/** A lane's rounds: in each all subjects take turns, every other time the other way round. */
export async function runLane(
  lane: Lane,
  subjects: Subjects,
  { rounds, seconds, warmUps }: { rounds: number; seconds: number; warmUps: number },
): Promise<LaneRounds> {
  const whyNoPeer = subjects.peer && (await whyNotByPeer(lane, subjects.peer));
  const turns = turnsOf(lane, subjects).filter(({ subject }) => subject !== 'peer' || !whyNoPeer);
  for (const { load } of turns) for (let done = 0; done < warmUps; done += 1) await load(warmUpSeconds);
  const measured: Round[] = [];
  for (let number = 0; number < rounds; number += 1) {
    const round: Partial<Round> = {};
    for (const { subject, load } of number % 2 === 0 ? turns : turns.toReversed()) {
      round[subject] = await load(subject === 'raw' && lane.rate === 0 ? rawSeconds : seconds);
    }
    const { governed, ...others } = round;
    if (governed) measured.push({ governed, ...others });
  }
  return { lane, rounds: measured, whyNoPeer };
}

function turnsOf(lane: Lane, { upstreamUrl, baseUrl, watched, peer, govern }: Subjects): Turn[] {
  const governedJob = jobOf(lane, baseUrl, lane.isRefused ? keys.refused : keys.governed);
  const turns: Turn[] = [
    {
      subject: 'governed',
      load: (seconds) => govern(() => measure({ ...governedJob, seconds }, watched, cores.outside), lane),
    },
  ];
  if (!lane.isRefused && lane.client === lane.upstream)
    turns.unshift({ subject: 'raw', load: loadOf(jobOf(lane, upstreamUrl), new Map()) });
  const peerJob = peer && peerJobOf(lane, peer);
  if (peer && peerJob) {
    const processes = new Map(peer.pids.map((pid) => [`peer ${pid}`, pid]));
    turns.push({ subject: 'peer', load: loadOf(peerJob, processes) });
  }
  return turns;
}

function loadOf(job: Job, watched: Watched): Load {
  return (seconds) => measure({ ...job, seconds }, watched, cores.outside);
}

async function whyNotByPeer(lane: Lane, peer: Peer): Promise<string | undefined> {
  const job = peerJobOf(lane, peer);
  return job ? await whyNotServed(job, lane.stream) : 'has no such';
}

/** A peer has no keys of its own, and so nobody whom it refuses. */
function peerJobOf(lane: Lane, peer: Peer): Job | undefined {
  const headers = lane.isRefused ? undefined : peer.headersFor(lane.upstream);
  return headers && { ...jobOf(lane, peer.url), headers };
}

function jobOf(lane: Lane, url: string, key = 'any'): Job {
  const { client, upstream, content, stream, concurrency, rate, isRefused = false } = lane;
  const { path, body } = questions[client](upstreamModels[upstream], stream, content);
  return {
    url: `${url}${path}`,
    key,
    body: JSON.stringify(body),
    concurrency,
    rate,
    seconds: 0,
    expectedStatus: isRefused ? 429 : 200,
  };
}
