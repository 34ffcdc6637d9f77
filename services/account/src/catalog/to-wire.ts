import type { Media, Overrides, Timeouts } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Overrides as ChannelOverrides } from '../channels/overrides.ts';
import type { Timeouts as ChannelTimeouts } from '../channels/timeouts.ts';
import type { MediaMembers } from '../models/store.ts';

export function toWireTimeouts(timeouts: ChannelTimeouts): Timeouts {
  const { connectMs = 0, firstByteMs = 0, idleMs = 0, answerMs = 0 } = timeouts;
  return { connectMs, firstByteMs, idleMs, answerMs };
}

/** Absent when the channel changes nothing. */
export function toWireOverrides(overrides: ChannelOverrides): Overrides | undefined {
  const { parameters, headers = {}, statuses = {} } = overrides;
  if (!parameters && Object.keys(headers).length + Object.keys(statuses).length === 0) return undefined;
  return {
    parameters: parameters ? JSON.stringify(parameters) : '',
    headers,
    statuses: Object.fromEntries(Object.entries(statuses).map(([from, to]) => [Number(from), to])),
  };
}

export function toWireMedia(media: MediaMembers): Media {
  return {
    family: media.family ?? '',
    tier: media.tier ?? '',
    variant: media.variant ?? '',
    resolution: media.resolution ?? '',
    sizeMap: media.size_map ?? '',
    imageTier: media.image_tier ?? '',
    imageTask: media.image_task ?? false,
    imageSizes: media.image_sizes ?? [],
  };
}
