/** The cases that every dialect has a fixture folder for. */
export const caseNames = [
  'cached-usage',
  'empty-output',
  'file-base64',
  'filtered',
  'image-base64',
  'image-url',
  'length',
  'parallel-tool-calls',
  'plain-text',
  'reasoning',
  'reasoning-next-turn',
  'sampling',
  'stop-sequence',
  'structured-output',
  'system-and-turns',
  'tool-call',
  'tool-choice',
  'tool-results',
] as const;
export type CaseName = (typeof caseNames)[number];
