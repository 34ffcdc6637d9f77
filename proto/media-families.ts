/**
 * Families of media: how requests for a model are read, and what they may ask for. Those of `mj` and `image` come over routes of their
 * own.
 */
export const mediaFamilies = [
  ...(['V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'V7', 'V8', 'V9', 'V10', 'V11'] as const),
  ...(['kling', 'mj', 'image', 'image-task'] as const),
] as const;

export type MediaFamily = (typeof mediaFamilies)[number];
