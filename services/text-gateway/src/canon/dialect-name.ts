/** The wire styles that requests and answers are converted between. */
export const dialectNames = ['chat-completions', 'responses', 'messages', 'generate-content'] as const;
export type DialectName = (typeof dialectNames)[number];

/** Styles that no client asks in: requests are converted into them, and answers from them. */
export const upstreamStyles = ['converse'] as const;
export type UpstreamStyle = (typeof upstreamStyles)[number];

/** Styles beyond the dialects: each is one route's, and most of them pass as bytes alone. */
export const surfaceNames = [
  'batch-embed-contents',
  'compaction',
  'completions',
  'embed-content',
  'embeddings',
  'image-edits',
  'image-generations',
  'moderations',
  'rerank',
  'speech',
  'transcriptions',
  'translations',
] as const;
export type SurfaceName = (typeof surfaceNames)[number];

/** Styles of images that upstreams alone speak. */
export const imageStyles = ['ark-images', 'predict', 'xai-image-edits', 'xai-images'] as const;
export type ImageStyle = (typeof imageStyles)[number];

/** The wire styles that upstreams are called in. */
export type WireName = DialectName | SurfaceName | UpstreamStyle | ImageStyle;
