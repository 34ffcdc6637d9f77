import type { Family } from './family.ts';
import { type Fields, readPrompt } from './fields.ts';
import { klingModes, klingRatios, longestSeconds, shortestSeconds } from './kling/limits.ts';
import { limitedText, readShare } from './kling/members.ts';
import { readChoice } from './members/choice.ts';
import { limitReferences } from './members/limit-references.ts';
import { readReferences, withoutRepeats } from './members/references.ts';
import { commonNames, refuseUnread } from './members/refuse-unread.ts';
import { readSeconds } from './members/seconds.ts';
import { refuse } from './refuse.ts';
import type { Reference, Wish } from './wish.ts';

/** What other dialects call a mode. */
const modeOfResolution: Record<string, string> = { '720p': 'std', '1080p': 'pro', '4k': '4k' };

/** Kling's models in the unified dialects: text, one or two frames, or up to four images; a mode in place of a size. */
export const kling: Family = {
  name: 'kling',
  takesForms: true,
  read(fields) {
    refuseUnread(fields, [...commonNames, 'image_tail']);
    const negativePrompt = limitedText(fields, 'negative_prompt');
    const secondsMs = readSeconds(fields, { native: 'duration', min: shortestSeconds, max: longestSeconds });
    const ratio = readChoice(fields, 'aspect_ratio', klingRatios) ?? readChoice(fields, 'size', klingRatios);
    const mode = readMode(fields);
    const scale = readShare(fields, 'cfg_scale');
    const sound = readChoice(fields, 'sound', ['on', 'off']);
    limitedText(fields, 'prompt');
    return {
      prompt: readPrompt(fields),
      references: readImages(fields),
      ...(negativePrompt !== undefined && { negativePrompt }),
      ...(secondsMs !== undefined && { secondsMs }),
      ...(ratio !== undefined && { ratio }),
      options: {
        ...(mode !== undefined && { mode }),
        ...(scale !== undefined && { cfg_scale: scale }),
        ...(sound !== undefined && { sound }),
      },
    } satisfies Wish;
  },
};

function readMode(fields: Fields): string | undefined {
  const mode = readChoice(fields, 'mode', klingModes);
  const resolution = readChoice(fields, 'resolution', Object.keys(modeOfResolution));
  const said = resolution === undefined ? undefined : modeOfResolution[resolution];
  if (mode !== undefined && said !== undefined && mode !== said)
    refuse('resolution', `resolution is '${resolution}'; the mode is ${mode}, which has another.`);
  return mode ?? said;
}

function readImages(fields: Fields): Reference[] {
  const first = withoutRepeats(
    ['image', 'input_reference'].flatMap((name) =>
      readReferences(fields, name, { kind: 'image', role: 'first_frame' }),
    ),
  );
  const last = readReferences(fields, 'image_tail', { kind: 'image', role: 'last_frame' });
  const others = withoutRepeats(readReferences(fields, 'images', { kind: 'image', role: 'reference' }));
  if (first.length > 1) refuse('image', `${first.length} images are given; a video has one first frame.`);
  if (last.length > 1) refuse('image_tail', `image_tail has ${last.length}; it must be one.`);
  if (others.length > 0 && first.length + last.length > 0) {
    refuse('images', 'images are references: they are not taken beside image and image_tail, the frames.');
  }
  limitReferences(others, { names: { image: 'images' }, most: { image: 4, video: 0, audio: 0 } });
  return [...first, ...last, ...others];
}
