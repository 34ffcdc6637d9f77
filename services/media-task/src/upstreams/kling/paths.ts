import type { Wish } from '../../families/wish.ts';

/** What is made below each of the vendor's paths. A task is known below the path that made it alone. */
export const klingPaths = {
  'videos/text2video': 'video',
  'videos/image2video': 'video',
  'videos/multi-image2video': 'video',
  'videos/omni-video': 'video',
  'videos/motion-control': 'video',
  'videos/avatar/image2video': 'video',
  'videos/video-extend': 'video',
  'videos/lip-sync': 'video',
  'videos/effects': 'video',
  'images/generations': 'image',
  'images/kolors-virtual-try-on': 'image',
} as const satisfies Record<string, 'video' | 'image'>;

export type KlingPath = keyof typeof klingPaths;

export function isKlingPath(path: unknown): path is KlingPath {
  return typeof path === 'string' && Object.hasOwn(klingPaths, path);
}

/** The path that a wish says, or that fits what it brings along. */
export function pathOf(wish: {
  options: Wish['options'];
  imageCount?: number | undefined;
  references: readonly { role: Wish['references'][number]['role'] }[];
}): KlingPath {
  const { path } = wish.options;
  if (isKlingPath(path)) return path;
  if (wish.imageCount !== undefined) return 'images/generations';
  if (wish.references.length === 0) return 'videos/text2video';
  const hasFrame = wish.references.some(({ role }) => role !== 'reference');
  return hasFrame ? 'videos/image2video' : 'videos/multi-image2video';
}
