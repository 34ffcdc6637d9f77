import { refuse } from '../../families/refuse.ts';
import type { Wish } from '../../families/wish.ts';

/**
 * What a prompt would say of length and resolution, in the vendor's older way. A number of frames there wins over the
 * `duration` beside it, for one. Source: Volcengine Ark, "Create a video generation task".
 */
const dearer = /--(?:resolution|rs|duration|dur|frames|framespersecond|fps)(?![a-z])/i;

/** Versions up to 1.5 read them, and a model that is called by its endpoint may be one of these. */
function readsCommands(model: string): boolean {
  return !model.includes('seedance-2-');
}

/** Refuses a prompt that would make something longer or larger than what is priced. */
export function checkPrompt({ prompt }: Wish, model: string): void {
  const [found] = (readsCommands(model) && dearer.exec(prompt)) || [];
  if (found === undefined) return;
  refuse('prompt', `prompt has ${found}, which is not taken: say duration and resolution beside it.`);
}
