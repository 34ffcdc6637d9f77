import type { Fields } from '../fields.ts';
import { readChoice } from '../members/choice.ts';
import { readSeconds } from '../members/seconds.ts';
import type { Wish } from '../wish.ts';
import { readCamera } from './camera.ts';
import { klingModes, klingRatios, longestSeconds, shortestSeconds } from './limits.ts';
import { limitedText, readList, readObject, readShare, requireText, toFile } from './members.ts';
import { readShots } from './shots.ts';

/** What requests for a video have in common; a prompt is left out where an image or shots say what to show. */
export function readFilm(fields: Fields, { needsPrompt }: { needsPrompt: boolean }): Wish {
  const duration = readSeconds(
    { duration: fields.duration },
    { native: 'duration', min: shortestSeconds, max: longestSeconds },
  );
  const shots = readShots(fields, duration);
  const negativePrompt = limitedText(fields, 'negative_prompt');
  const ratio = readChoice(fields, 'aspect_ratio', klingRatios);
  const options = {
    mode: readChoice(fields, 'mode', klingModes),
    cfg_scale: readShare(fields, 'cfg_scale'),
    sound: readChoice(fields, 'sound', ['on', 'off']),
    camera_control: readCamera(fields),
    watermark_info: readWatermark(fields),
    ...shots,
  };
  const isSaid = needsPrompt && shots?.multi_prompt === undefined;
  return {
    prompt: isSaid ? requireText(fields, 'prompt') : (limitedText(fields, 'prompt') ?? ''),
    references: [],
    ...(negativePrompt !== undefined && { negativePrompt }),
    ...(duration !== undefined && { secondsMs: duration }),
    ...(ratio !== undefined && { ratio }),
    options: Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
  };
}

export function readWatermark(fields: Fields): { enabled: boolean } | undefined {
  const info = readObject(fields, 'watermark_info');
  return info && { enabled: info.enabled === true };
}

/** A video of up to four things and persons. */
export function readSubjects(fields: Fields): Wish {
  const wish = readFilm(fields, { needsPrompt: true });
  const references = readList(fields, 'image_list', { least: 1, most: 4 }).map((item, index) =>
    toFile(Object(item).image, `image_list[${index}].image`, { options: { member: 'image_list' } }),
  );
  return { ...wish, references };
}

/** What a video goes on with. */
export function readExtension(fields: Fields): Wish {
  const negativePrompt = limitedText(fields, 'negative_prompt');
  const scale = readShare(fields, 'cfg_scale');
  return {
    prompt: limitedText(fields, 'prompt') ?? '',
    references: [],
    ...(negativePrompt !== undefined && { negativePrompt }),
    options: { ...(scale !== undefined && { cfg_scale: scale }) },
  };
}
