import type { MediaFamily } from '@headgate/proto/media-families';

/** The family of models whose rows price what is done here. */
export const family: MediaFamily = 'mj';

/** What the /mj/ family does, in the words of its records: a closed set. Each has a model of its own, which has the price. */
export const actions = [
  'IMAGINE',
  'BLEND',
  'DESCRIBE',
  'SHORTEN',
  'EDITS',
  'VIDEO',
  'SWAP_FACE',
  'UPLOAD',
  'UPSCALE',
  'VARIATION',
  'LOW_VARIATION',
  'HIGH_VARIATION',
  'REROLL',
  'PAN',
  'ZOOM',
  'CUSTOM_ZOOM',
  'INPAINT',
] as const;

export type Action = (typeof actions)[number];

/** The model whose row in the configuration prices an action. What is asked for in high definition has one of its own. */
export function modelOf(action: Action, isHd = false): string {
  return `mj_${action.toLowerCase()}${isHd ? '_hd' : ''}`;
}

/** What these make are words: a picture need not come with them. */
export function makesWords(action: string): boolean {
  return action === 'DESCRIBE' || action === 'SHORTEN';
}

/** Buttons of these open a window that asks for more. */
export function opensWindow(action: string): boolean {
  return action === 'INPAINT' || action === 'CUSTOM_ZOOM';
}
