import { recordLosses } from '../../canon/losses.ts';
import type { Candidate } from '../../catalog/catalog.ts';
import { findEmbeddingUpstream } from '../../surfaces/index.ts';
import { type ConvertedEmbeddings, convertEmbeddings } from '../../surfaces/vectors/convert-embeddings.ts';
import type { Endpoint } from '../../upstreams/upstream.ts';
import type { Serving } from '../serving.ts';
import { type CallWays, setMembers } from './call-ways.ts';
import { logLosses } from './log-losses.ts';
import { overriddenMembers } from './override.ts';

/** A call for embeddings in the style of an upstream that does not take the client's own. */
export function convertEmbeddingCall(
  serving: Serving,
  { style }: Endpoint,
  { channel, upstreamModel }: Candidate,
  { members, traits: service }: CallWays,
): ConvertedEmbeddings {
  const from = findEmbeddingUpstream(style);
  const { embedding: to } = serving.surface;
  if (!from || !to) throw new Error(`No embeddings are converted into ${style}`);
  const losses = recordLosses();
  const { countInput } = serving;
  const set = overriddenMembers(channel, style);
  const target = { model: upstreamModel, service, members: set, countInput };
  const converted = convertEmbeddings(serving.embedding(), { from, to }, target, losses);
  logLosses(serving, losses);
  return { ...converted, body: setMembers(converted.body, members) };
}
