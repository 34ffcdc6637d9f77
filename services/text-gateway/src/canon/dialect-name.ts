/** The wire styles that requests and answers are converted between. */
export const dialectNames = ['chat-completions', 'responses', 'messages', 'generate-content'] as const;
export type DialectName = (typeof dialectNames)[number];

/** The wire styles that upstreams are called in. */
export type WireName = DialectName;
