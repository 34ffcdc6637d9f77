import { mediaFamilies } from '@headgate/proto/media-families';

const others: readonly string[] = ['mj', 'image', 'image-task'];

/** The families of videos: a new one is met by every test that walks them. */
export const filmFamilies: readonly string[] = mediaFamilies.filter((name) => !others.includes(name));
