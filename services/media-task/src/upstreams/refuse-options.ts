import { refuse, show } from '../families/refuse.ts';
import type { Wish } from '../families/wish.ts';
import type { Upstream } from './upstream.ts';

/** Options without which something else is rendered: the members that say them, and what asks for nothing. */
const members: Record<string, { name: string; usual?: unknown }> = {
  audio: { name: 'metadata.output_config.audio_generation', usual: false },
  mode: { name: 'mode', usual: 'std' },
  parameters: { name: 'metadata.ext_info' },
  sceneType: { name: 'metadata.scene_type' },
  sound: { name: 'sound', usual: 'off' },
  subjects: { name: 'metadata.subject_infos' },
};

/** Refuses what a vendor has no words for: left out, it would be paid for and not be there. */
export function refuseOptions({ options }: Wish, { options: known = [] }: Upstream): void {
  for (const [option, { name, usual }] of Object.entries(members)) {
    const value = options[option];
    if (value === undefined || value === usual || known.includes(option)) continue;
    refuse(name, `${name} is ${show(value)}; this model does not render it.`);
  }
}
