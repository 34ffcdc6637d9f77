import { asRecord } from '../json-record.ts';
import type { Limits } from './limits.ts';
import { type Checked, invalid, missing, refused, type VendorError } from './vendor-error.ts';

/** What a film is to be made from. */
export interface Content {
  prompt: string;
  /** How many items there are of each role. */
  roles: Record<string, number>;
}

/** The roles that each kind of item may have; the first one where it says none. */
const rolesOf: Record<string, readonly string[]> = {
  image_url: ['first_frame', 'last_frame', 'reference_image'],
  video_url: ['reference_video'],
  audio_url: ['reference_audio'],
};

export function readContent(value: unknown, limits: Limits): Checked<Content> {
  if (!Array.isArray(value) || value.length === 0) return refused(missing('content'));
  const texts: string[] = [];
  const roles: Record<string, number> = {};
  for (const [index, item] of value.entries()) {
    const path = `content[${index}]`;
    const { type, text, role, ...members } = asRecord(item) ?? {};
    if (type === 'text') {
      if (typeof text !== 'string') return refused(missing(`${path}.text`));
      texts.push(text);
      continue;
    }
    const allowed = typeof type === 'string' ? rolesOf[type] : undefined;
    if (typeof type !== 'string' || !allowed) return refused(invalid(`${path}.type`, 'it is not supported.'));
    const found = allowed.find((candidate) => candidate === (role ?? allowed[0]));
    if (found === undefined)
      return refused(invalid(`${path}.role`, `it must be one of ${allowed.join(', ')}.`));
    const url = asRecord(members[type])?.url;
    const problem = typeof url === 'string' ? urlProblem(url, type) : 'it is missing.';
    if (problem !== null) return refused(invalid(`${path}.${type}.url`, problem));
    roles[found] = (roles[found] ?? 0) + 1;
  }
  const error = checkRoles(roles, limits);
  return error ? refused(error) : { type: 'ok', value: { prompt: texts.join('\n'), roles } };
}

/** The vendor takes addresses, assets of its library, and pictures and sounds as data. */
function urlProblem(url: string, type: string): string | null {
  if (/^https?:\/\/[^/\s]/.test(url)) return null;
  if (/^asset:\/\/[A-Za-z0-9_-]{1,128}$/.test(url)) {
    return url.startsWith('asset://missing') ? 'the specified asset is not found.' : null;
  }
  const kind = /^data:(image|audio)\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/]+=*$/.exec(url)?.[1];
  return `${kind}_url` === type ? null : 'it must be an address, an asset or data of the right type.';
}

function checkRoles(roles: Record<string, number>, limits: Limits): VendorError | null {
  const count = (role: string): number => roles[role] ?? 0;
  const [images, videos, sounds] = ['reference_image', 'reference_video', 'reference_audio'].map(count);
  const frames = count('first_frame') + count('last_frame');
  const references = (images ?? 0) + (videos ?? 0) + (sounds ?? 0);
  if (count('first_frame') > 1 || count('last_frame') > 1)
    return invalid('content', 'a frame is there twice.');
  if (count('last_frame') > count('first_frame'))
    return invalid('content', 'a last frame needs a first one.');
  if (frames > 0 && references > 0) return invalid('content', 'frames and references exclude each other.');
  if ((images ?? 0) > limits.images) return invalid('content', `at most ${limits.images} reference images.`);
  if ((videos ?? 0) > limits.videos) return invalid('content', `at most ${limits.videos} reference videos.`);
  if ((sounds ?? 0) > limits.sounds) return invalid('content', `at most ${limits.sounds} reference audios.`);
  const isSoundAlone = (sounds ?? 0) > 0 && references === sounds;
  if (!isSoundAlone || limits.soundAlone) return null;
  return invalid('content', 'reference audios need an image or a video.');
}
