import type { Fields } from '../fields.ts';
import { refuse } from '../refuse.ts';
import type { Wish } from '../wish.ts';
import { readFilm } from './film.ts';
import { readFile, readList, readObject, toFile } from './members.ts';

/** A video from a first frame, a last one, or both; masks say what moves in it. */
export function readFrames(fields: Fields): Wish {
  const wish = readFilm(fields, { needsPrompt: false });
  const frames = [
    ...readFile(fields, 'image', { role: 'first_frame', options: { member: 'image' } }),
    ...readFile(fields, 'image_tail', { role: 'last_frame', options: { member: 'image_tail' } }),
  ];
  if (frames.length === 0)
    refuse('image', 'image is required, or image_tail, or both: an address or base64.');
  const masks = [...readFile(fields, 'static_mask'), ...readDynamicMasks(fields)];
  const hasTail = frames.some(({ role }) => role === 'last_frame');
  const ways = [hasTail, masks.length > 0, wish.options.camera_control !== undefined];
  if (ways.filter(Boolean).length > 1) {
    refuse(
      'image_tail',
      'image_tail, static_mask with dynamic_masks, and camera_control are not taken together: one of them.',
    );
  }
  return { ...wish, references: [...frames, ...masks] };
}

const mostMasks = 6;
const mostPoints = 77;

function readDynamicMasks(fields: Fields): Wish['references'] {
  return readList(fields, 'dynamic_masks', { least: 0, most: mostMasks }).map((item, index) => {
    const name = `dynamic_masks[${index}]`;
    const mask = readObject({ [name]: item }, name) ?? {};
    const points = readList({ [`${name}.trajectories`]: mask.trajectories }, `${name}.trajectories`, {
      least: 2,
      most: mostPoints,
    });
    const trajectories = points.map((point) => {
      const { x, y } = Object(point);
      if (!Number.isInteger(x) || !Number.isInteger(y)) {
        refuse(`${name}.trajectories`, `${name}.trajectories must be points of whole numbers x and y.`);
      }
      return { x, y };
    });
    return toFile(mask.mask, `${name}.mask`, { options: { member: 'dynamic_masks', trajectories } });
  });
}
