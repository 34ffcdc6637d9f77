import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { findPath } from '../budgets/find-path.ts';
import type { WindowNames } from '../budgets/window-names.ts';
import { type Bounds, costBound } from '../catalog/bounds.ts';
import type { Candidate } from '../catalog/catalog.ts';
import { defaultModel } from '../catalog/default-model.ts';
import type { Access } from '../relay/choices/access.ts';
import { type Found, findCandidates } from '../relay/choices/find-candidates.ts';
import { findUpstream } from '../upstreams/index.ts';
import { findRealtimeUrl } from '../upstreams/upstream.ts';

/** A session that may go on: where to, and at whose cost. */
export interface SessionAdmission {
  /** At least one; all serve realtime. */
  candidates: readonly Candidate[];
  /** The group that serves and is billed. */
  group: string;
  /** The purses that each response must fit, sorted. */
  path: string[];
  bounds: Bounds;
  catalogVersion: bigint;
  /** Bound of what one response puts out. */
  maxOutputTokens: number;
  /** Bound of what one image counts. */
  maxImageTokens: number;
  /** The most that a response over so many tokens can cost; 0 when no purse of the path is limited. */
  worstCase(inputTokens: number): bigint;
}

/** Throws a FaultError 503 `model_not_found` when nobody serves realtime sessions of this model to the caller. */
export function admitSession(model: string, access: Access, windows: WindowNames): SessionAdmission {
  const { caller, catalog, bounds } = access;
  const { group, candidates } = findServing(model, access);
  const { purses: path, isLimited } = findPath(caller, model, windows);
  const models = candidates.map(({ priceModel }) => catalog.model(priceModel) ?? defaultModel);
  const maxOutput = largest(models.map((described) => described.maxOutput));
  const rates = candidates.flatMap(({ priceModel }) => bounds.of(priceModel, group) ?? []);
  return {
    candidates,
    group,
    path,
    bounds,
    catalogVersion: catalog.version,
    maxOutputTokens: Number(maxOutput),
    maxImageTokens: Number(largest(models.map((described) => described.maxImageTokens))),
    worstCase(inputTokens) {
      const usage = { inputTokens: BigInt(inputTokens), outputTokens: maxOutput, calls: 1n };
      return isLimited ? largest(rates.map((bound) => costBound(bound, usage))) : 0n;
    },
  };
}

function findServing(model: string, access: Access): Found {
  try {
    return findCandidates(model, access, servesSessions);
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    // Throws as well where sessions are not to blame.
    findCandidates(model, access);
    const message = `No channel serves realtime sessions of the model '${model.slice(0, 200)}' for this key.`;
    throw new FaultError(fault('model_not_found', { message, param: 'model', permanent: true }));
  }
}

function servesSessions({ channel, upstreamModel }: Candidate): boolean {
  const upstream = findUpstream(channel.provider);
  const call = { model: upstreamModel, stream: true, channel };
  return upstream !== undefined && findRealtimeUrl(upstream, call) !== undefined;
}

function largest(values: readonly bigint[]): bigint {
  return values.reduce((most, value) => (value > most ? value : most), 0n);
}
