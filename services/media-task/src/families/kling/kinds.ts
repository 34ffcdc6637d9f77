import type { KlingPath } from '../../upstreams/kling/paths.ts';
import type { Fields } from '../fields.ts';
import type { Wish } from '../wish.ts';
import { readAvatar } from './avatar.ts';
import { readEffects } from './effects.ts';
import { readExtension, readFilm, readSubjects } from './film.ts';
import { readFrames } from './frames.ts';
import { readImages, readTryOn } from './images.ts';
import { readLips } from './lips.ts';
import { limitedText, requireText } from './members.ts';
import { readMotion } from './motion.ts';
import { readOmni } from './omni.ts';

/** What a request for one kind of task asks. */
export interface KlingAsk {
  wish: Wish;
  /** The name of the model; undefined where the request named none, and for what goes on from a video with its model. */
  model?: string | undefined;
  /** A video of the caller's own that it goes on from, as clients know it, and the member that names it. */
  source?: { param: string; id: string };
}

/** One kind of task, by its path. Throws a FaultError 400 that names the member, its value and what is allowed. */
export interface KlingKind {
  /** The model of a request that names none; undefined where a video's own model goes on. */
  model: string | undefined;
  read(fields: Fields): KlingAsk;
}

export const klingKinds: Record<KlingPath, KlingKind> = {
  'videos/text2video': {
    model: 'kling-v1',
    read: (fields) => named(fields, readFilm(fields, { needsPrompt: true })),
  },
  'videos/image2video': { model: 'kling-v1', read: (fields) => named(fields, readFrames(fields)) },
  'videos/multi-image2video': {
    model: 'kling-v1-6',
    read: (fields) => named(fields, readSubjects(fields)),
  },
  'videos/video-extend': {
    model: undefined,
    read: (fields) => ({
      wish: readExtension(fields),
      source: { param: 'video_id', id: requireText(fields, 'video_id') },
    }),
  },
  'videos/omni-video': { model: 'kling-video-o1', read: (fields) => named(fields, readOmni(fields)) },
  'videos/motion-control': { model: 'kling-v2-6', read: (fields) => named(fields, readMotion(fields)) },
  'videos/avatar/image2video': { model: 'kling-avatar', read: readAvatar },
  'videos/lip-sync': { model: 'kling-lip-sync', read: readLips },
  'videos/effects': { model: 'kling-v1-6', read: readEffects },
  'images/generations': { model: 'kling-v1', read: (fields) => named(fields, readImages(fields)) },
  'images/kolors-virtual-try-on': {
    model: 'kolors-virtual-try-on-v1',
    read: (fields) => named(fields, readTryOn(fields)),
  },
};

function named(fields: Fields, wish: Wish): KlingAsk {
  return { wish, model: limitedText(fields, 'model_name') ?? limitedText(fields, 'model') };
}
