import type { Fields } from '../fields.ts';
import { refuse } from '../refuse.ts';

/** What the unified route calls images, whatever the family. */
export const commonNames = ['image', 'images', 'input_reference'];

/** Every member in which some dialect of ours, or of a vendor, brings files along. */
export const fileMembers: readonly string[] = [
  ...commonNames,
  'audio_url',
  'content',
  'file_infos',
  'first_frame_image',
  'first_frame_url',
  'first_image',
  'first_image_url',
  'image_list',
  'image_tail',
  'input_video',
  'last_frame_image',
  'last_frame_url',
  'last_image',
  'last_image_url',
  'markup',
  'mask',
  'referenceAudios',
  'referenceImages',
  'referenceVideos',
  'reference_audio_urls',
  'reference_audios',
  'reference_image_urls',
  'reference_images',
  'reference_video_url',
  'reference_video_urls',
  'video',
  'video_list',
  'video_url',
];

/**
 * Refuses files under names that are not read: left out, something else would be made, and paid for, without them.
 * @param taken the members that are read.
 */
export function refuseUnread(fields: Fields, taken: readonly string[], instead = taken.join(', ')): void {
  const given = fileMembers.find((name) => !taken.includes(name) && isGiven(fields[name]));
  if (given !== undefined) refuse(given, `${given} is not taken: this model renders from ${instead}.`);
}

function isGiven(value: unknown): boolean {
  const isEmpty = Array.isArray(value) && value.length === 0;
  return value !== undefined && value !== null && value !== '' && !isEmpty;
}
