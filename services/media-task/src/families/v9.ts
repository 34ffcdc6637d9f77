import type { Family } from './family.ts';
import { readPrompt } from './fields.ts';
import { readReferences } from './members/references.ts';
import { refuseUnread } from './members/refuse-unread.ts';
import { readSeconds } from './members/seconds.ts';
import { refuse } from './refuse.ts';
import { readResolutionOf, readSize } from './size.ts';

/** A form with two frames by address; no references. */
export const v9: Family = {
  name: 'V9',
  takesForms: true,
  read(fields) {
    refuseUnread(fields, ['first_frame_image', 'last_frame_image']);
    const first = readReferences(fields, 'first_frame_image', { kind: 'image', role: 'first_frame' });
    const last = readReferences(fields, 'last_frame_image', { kind: 'image', role: 'last_frame' });
    for (const [name, frames] of [
      ['first_frame_image', first],
      ['last_frame_image', last],
    ] as const) {
      if (frames.length > 1) refuse(name, `${name} has ${frames.length}; it must be one address.`);
      if (frames.some(({ source }) => !('url' in source))) refuse(name, `${name} must be a public address.`);
    }
    if (last.length > 0 && first.length === 0) {
      refuse('last_frame_image', 'last_frame_image needs first_frame_image beside it.');
    }
    const secondsMs = readSeconds(fields, { native: 'seconds', min: 4, max: 11 });
    const size = readSize(fields);
    const resolution = readResolutionOf(fields, size);
    return {
      prompt: readPrompt(fields),
      references: [...first, ...last],
      ...(secondsMs !== undefined && { secondsMs }),
      ...(size ? { size } : resolution !== undefined && { resolution }),
      options: {},
    };
  },
};
