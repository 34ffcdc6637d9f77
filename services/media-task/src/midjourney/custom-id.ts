import type { Action } from './actions.ts';

/** What the vendor's name of a button says it does; the first that fits counts. */
const patterns: readonly [RegExp, Action][] = [
  [/^MJ::JOB::upsample/, 'UPSCALE'],
  [/^MJ::JOB::low_variation(::|$)/, 'LOW_VARIATION'],
  [/^MJ::JOB::high_variation(::|$)/, 'HIGH_VARIATION'],
  [/^MJ::JOB::variation(::|$)/, 'VARIATION'],
  [/^MJ::JOB::reroll(::|$)/, 'REROLL'],
  [/^MJ::JOB::pan_/, 'PAN'],
  [/^MJ::JOB::animate/, 'VIDEO'],
  [/^MJ::Outpaint(::|$)/, 'ZOOM'],
  [/^MJ::CustomZoom(::|$)/, 'CUSTOM_ZOOM'],
  [/^MJ::Inpaint(::|$)/, 'INPAINT'],
  // One of them. What makes all at once is no single task.
  [/^MJ::Job::PicReader::\d+(::|$)/, 'IMAGINE'],
  [/^MJ::Job::PromptAnalyzer::\d+(::|$)/, 'IMAGINE'],
];

/** Undefined for a button that makes nothing, or that nobody has priced: it is refused, never free. */
export function readCustomId(customId: string): Action | undefined {
  return patterns.find(([pattern]) => pattern.test(customId))?.[1];
}
