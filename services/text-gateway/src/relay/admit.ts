import { fault } from '@headgate/proto/faults';
import type { ResponsePin } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Bound } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { FaultError } from '@headgate/runtime/errors';
import { findPath } from '../budgets/find-path.ts';
import type { WindowNames } from '../budgets/window-names.ts';
import { type Bounds, costBound } from '../catalog/bounds.ts';
import type { Candidate } from '../catalog/catalog.ts';
import { defaultModel } from '../catalog/default-model.ts';
import { type ImageTerms, imageTermsOf, isPaidByImage } from '../catalog/image-terms.ts';
import { priceRowOf } from '../catalog/price-row.ts';
import type { ClientRequest } from '../dialects/passage.ts';
import type { ImageOrder } from '../images/image-order.ts';
import type { Surface } from '../surfaces/surface.ts';
import { findUpstream } from '../upstreams/index.ts';
import { estimateWorstCase, type WorstCase } from './bills/estimate.ts';
import type { Access } from './choices/access.ts';
import { type Found, findCandidates } from './choices/find-candidates.ts';
import { keeps, unreachable } from './choices/find-pin.ts';
import { askedTierOf } from './plans/asked-tier.ts';
import { countsPictures, isServed, leavesResolution } from './plans/choose-endpoint.ts';
import { addedBytes } from './plans/override.ts';

/** A request that may go on: where to, at whose cost, and what it can cost at most. */
export interface Admission {
  /** At least one. */
  candidates: readonly Candidate[];
  /** The group that serves and is billed. */
  group: string;
  /** The purses that it must fit, sorted. */
  path: string[];
  /** Units to reserve; 0 when no purse of the path is limited. */
  reserved: bigint;
  /** The most that it can use of a candidate; absent where usage is never estimated. */
  worstCaseOf?: (candidate: Candidate) => WorstCase;
  /** What it is for a candidate, where it may be one for images. */
  orderOf?: (candidate: Candidate) => ImageOrder | undefined;
  bounds: Bounds;
  catalogVersion: bigint;
}

/**
 * Throws a FaultError 503 `model_not_found` when the caller may not use the model or nobody serves it in the style that
 * was asked in, and 400 when nobody does where the answer is kept that it goes on from (`pin`).
 */
export function admit(
  request: ClientRequest,
  access: Access,
  surface: Surface,
  windows: WindowNames,
  pin?: ResponsePin,
): Admission {
  const { caller, catalog, bounds } = access;
  const find = (isWanted?: (candidates: readonly Candidate[]) => boolean): Found =>
    findServing(request, access, surface, isWanted);
  const { candidates: serving, group } = pin ? findKeeping(find, pin, request) : find();
  const saysImages = surface.images !== 'shown' && surface.images !== 'drawn';
  const orderOf = (candidate: Candidate): ImageOrder | undefined => {
    const bound = bounds.of(candidate.priceModel, group);
    const isOrder = saysImages || (bound !== undefined && isPaidByImage(bound));
    return isOrder ? request.orderFor?.(termsOf(candidate, group, access)) : undefined;
  };
  const candidates = request.orderFor ? thoseThatTake(serving, orderOf) : serving;
  const { purses: path, isLimited } = findPath(caller, request.model, windows);
  const worstCaseOf = (candidate: Candidate): WorstCase => {
    const { channel, priceModel } = candidate;
    const asked = orderOf(candidate)?.size ?? request.size;
    const size = {
      ...asked,
      textBytes: asked.textBytes + addedBytes(channel),
      // Of what it goes on from the request shows a name alone; the upstream reads all of it.
      otherTokens: (asked.otherTokens ?? 0) + Number(pin?.contextTokens ?? 0n),
    };
    return estimateWorstCase(size, catalog.model(priceModel) ?? defaultModel);
  };
  const { serviceTier } = request;
  const costOf = (candidate: Candidate, row: string): bigint => {
    const bound = bounds.of(row, group);
    return bound ? costBound(bound, worstCaseOf(candidate)) : 0n;
  };
  const costs = candidates.map((candidate) => costOf(candidate, candidate.priceModel));
  // A vendor that has no room at a tier may serve at the usual one: what costs more is held.
  for (const candidate of candidates) {
    const tier = askedTierOf(candidate.channel, surface.name, serviceTier);
    if (tier !== undefined)
      costs.push(costOf(candidate, priceRowOf(bounds, group, candidate.priceModel, tier)));
  }
  return {
    candidates,
    group,
    path,
    reserved: isLimited ? costs.reduce((most, cost) => (cost > most ? cost : most), 0n) : 0n,
    worstCaseOf,
    orderOf,
    bounds,
    catalogVersion: catalog.version,
  };
}

function termsOf(candidate: Candidate, group: string, { catalog, bounds }: Access): ImageTerms {
  const { channel, priceModel } = candidate;
  const isWriter =
    findUpstream(channel.provider)?.paths.some(([style]) => style === 'generate-content') ?? false;
  const { media } = catalog.model(priceModel) ?? {};
  const way = { isWriter, leavesResolution: leavesResolution(candidate) };
  return imageTermsOf(media, bounds.of(priceModel, group), way);
}

/** Those whose model has what is asked for. Throws a FaultError 400, the first one's, where none has. */
function thoseThatTake(
  candidates: readonly Candidate[],
  orderOf: (candidate: Candidate) => ImageOrder | undefined,
): readonly Candidate[] {
  let refusal: unknown;
  const taking = candidates.filter((candidate) => {
    try {
      orderOf(candidate);
      return true;
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      refusal ??= error;
      return false;
    }
  });
  if (taking.length === 0) throw refusal;
  return taking;
}

function findServing(
  { model, stream }: ClientRequest,
  access: Access,
  surface: Surface,
  isWanted?: (candidates: readonly Candidate[]) => boolean,
): Found {
  const speaks = (candidate: Candidate): boolean => isServed(surface, candidate, stream);
  const counts = (candidate: Candidate, bound: Bound): boolean =>
    !isPaidByImage(bound) || countsPictures(surface, candidate, stream);
  const find = (serves?: (candidate: Candidate, bound: Bound) => boolean): Found =>
    findCandidates(model, access, serves, isWanted);
  try {
    return find((candidate, bound) => speaks(candidate) && counts(candidate, bound));
  } catch (cause) {
    const message = isFound(() => find(speaks)) ? askedElsewhere(model) : surface.unserved;
    // The style is not to blame where there is nobody for any.
    if (message === undefined || !isFound(() => find())) throw cause;
    throw new FaultError(fault('invalid_request', { message }), { cause });
  }
}

function isFound(find: () => Found): boolean {
  try {
    find();
    return true;
  } catch (error) {
    if (error instanceof FaultError) return false;
    throw error;
  }
}

/** Of a model whose pictures have a price, in a style that has no place for them, or where nobody counts them. */
function askedElsewhere(model: string): string {
  const name = model.slice(0, 200);
  return `The model '${name}' makes pictures, which are not served here: ask it in chat completions, in generateContent or at /v1/images/generations.`;
}

/** Of the groups of `auto` the first that has where the answer is kept, be it not the first that serves the model now. */
function findKeeping(
  find: (isWanted?: (candidates: readonly Candidate[]) => boolean) => Found,
  pin: ResponsePin,
  request: ClientRequest,
): Found {
  const first = find();
  if (keeps(first.candidates, pin)) return first;
  try {
    return find((candidates) => keeps(candidates, pin));
  } catch (cause) {
    if (cause instanceof FaultError) throw unreachable(request);
    throw cause;
  }
}
