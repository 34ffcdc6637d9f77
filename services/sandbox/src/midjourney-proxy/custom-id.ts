/** What a button does: the action, which picture it is about, and whether a window asks for more first. */
export interface ButtonAction {
  action: string;
  index: number;
  needsModal: boolean;
}

/** The first that fits wins: strong and subtle variations are variations too. */
const actions: readonly [RegExp, string][] = [
  [/^MJ::JOB::upsample/, 'UPSCALE'],
  [/^MJ::JOB::low_variation::/, 'LOW_VARIATION'],
  [/^MJ::JOB::high_variation::/, 'HIGH_VARIATION'],
  [/^MJ::JOB::variation::/, 'VARIATION'],
  [/^MJ::JOB::reroll::/, 'REROLL'],
  [/^MJ::JOB::pan_/, 'PAN'],
  [/^MJ::JOB::animate_/, 'VIDEO'],
  [/^MJ::Outpaint::/, 'ZOOM'],
  [/^MJ::CustomZoom::/, 'CUSTOM_ZOOM'],
  [/^MJ::Inpaint::/, 'INPAINT'],
  [/^MJ::Job::PicReader::/, 'IMAGINE'],
  [/^MJ::Job::PromptAnalyzer::/, 'IMAGINE'],
];

/** Null for a button that does nothing to pictures. */
export function readCustomId(customId: string): ButtonAction | null {
  const action = actions.find(([pattern]) => pattern.test(customId))?.[1];
  if (action === undefined) return null;
  const index = Number(/::(\d)(?:::|$)/.exec(customId)?.[1] ?? 0);
  return { action, index, needsModal: ['CUSTOM_ZOOM', 'INPAINT', 'IMAGINE'].includes(action) };
}
