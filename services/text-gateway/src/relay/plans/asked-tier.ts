import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import type { WireName } from '../../canon/dialect-name.ts';
import { readAskedTier } from '../../canon/service-tier.ts';
import { readTierWord } from '../../dialects/messages/wire/tier-word.ts';
import { overriddenMembers } from './override.ts';

/** The members that name a service tier; each stands for itself beside the others. */
const tierMembers = ['service_tier', 'serviceTier', 'speed', 'inference_geo'] as const;

/** Words that can come of one member alone; every other one is of `service_tier`. */
const memberOfWord: ReadonlyMap<string, string> = new Map([
  ['fast', 'speed'],
  ['us', 'inference_geo'],
]);

/**
 * The service tier that an upstream is asked for: what the channel sets in the body, and the client's word as far as it is not of a
 * member that the channel sets.
 */
export function askedTierOf(
  channel: Channel,
  style: WireName,
  ofClient: string | undefined,
): string | undefined {
  if (!channel.overrides?.parameters) return ofClient;
  const members: Record<string, unknown> = { ...overriddenMembers(channel, style) };
  if (!tierMembers.some((name) => name in members)) return ofClient;
  const tier = members.service_tier ?? members.serviceTier;
  const set = { ...members, ...(tier !== undefined && { service_tier: readAskedTier(tier) ?? tier }) };
  const ofChannel = readTierWord(set)?.split('+') ?? [];
  const kept =
    ofClient?.split('+').filter((word) => !((memberOfWord.get(word) ?? 'service_tier') in set)) ?? [];
  const words = [...new Set([...kept, ...ofChannel])];
  // Where it is served comes last, as in the names of rows.
  const isPlace = (word: string): boolean => memberOfWord.get(word) === 'inference_geo';
  return [...words.filter((word) => !isPlace(word)), ...words.filter(isPlace)].join('+') || undefined;
}
