import { fault } from '@headgate/proto/faults';
import type { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { Surface } from '../task/task.ts';
import { findUpstream } from '../upstreams/index.ts';
import type { Candidate, Catalog } from './catalog.ts';

/** Which channels come into question: by what they are, and by what the surface's tasks need. */
export interface Wanted {
  fits?: (channel: Candidate['channel']) => boolean;
  surface?: Surface;
  /** The channel that made what is gone on from: none other will do. */
  madeBy?: bigint | undefined;
}

export interface Found {
  /** The one whose ratio is billed: the caller's, or one that `auto` stands for. */
  group: string;
  /** At least one; those to try first stand first. */
  candidates: readonly Candidate[];
}

/**
 * The channels that can render a model for a caller now, of the first group that has any: by priority, and within one at random
 * by weight. Throws a FaultError 503 `model_not_found` when there are none, and 400 `task_channel_disable` when there are some, but
 * not the one that made what is gone on from.
 */
export function findCandidates(
  model: string,
  caller: Caller,
  catalog: Catalog,
  { fits = () => true, surface = 'video', madeBy }: Wanted = {},
): Found {
  const isAllowed = !caller.modelsLimited || caller.models.includes(model);
  let isServed = false;
  for (const group of isAllowed ? catalog.groupsOf(caller.group) : []) {
    const usable = catalog.candidates(model, group).filter(({ channel }) => {
      if (caller.channelId !== 0n && channel.id !== caller.channelId) return false;
      return findUpstream(channel.provider, surface) !== undefined;
    });
    const fitting = usable.filter(
      ({ channel }) => fits(channel) && (madeBy === undefined || channel.id === madeBy),
    );
    if (fitting.length > 0) return { group, candidates: inOrder(fitting) };
    isServed ||= usable.length > 0;
  }
  if (isServed && madeBy !== undefined) throw new FaultError(fault('task_channel_disable'));
  throw modelNotFound(model, { ofClient: !isAllowed });
}

/** @param details `ofClient` where nothing that we could do would serve it: the model is none of these, or not for this key */
export function modelNotFound(model: string, details: { ofClient?: boolean } = {}): FaultError {
  const message = `The model '${model.slice(0, 200)}' does not exist, or no channel serves it for this key.`;
  return new FaultError(fault('model_not_found', { message, param: 'model', permanent: true, ...details }));
}

function inOrder(candidates: readonly Candidate[]): Candidate[] {
  const drawn = candidates.map((candidate) => {
    // The smaller the weight, the likelier a late place (Efraimidis and Spirakis, 2006).
    const place = candidate.channel.weight > 0 ? Math.random() ** (1 / candidate.channel.weight) : 0;
    return { candidate, place };
  });
  drawn.sort(
    (one, other) =>
      other.candidate.channel.priority - one.candidate.channel.priority || other.place - one.place,
  );
  return drawn.map(({ candidate }) => candidate);
}
