import type { Metered } from '@headgate/proto/gen/headgate/events/v1/events';
import { refuse } from '../../families/refuse.ts';
import type { Wish } from '../../families/wish.ts';
import { resolveFilm } from './film.ts';
import { longestMsOf } from './length.ts';
import { filmModelOf } from './models.ts';

/** Other videos are `std`. */
const defaultMode = 'pro';

/** A video of whatever comes along. Beside a video it has a price of its own; edited, it is as long as that. */
export function resolveOmni(wish: Wish, upstreamModel: string): { wish: Wish; metered: Metered } {
  const longestMs = longestMsOf(wish);
  const { wish: whole, metered } = resolveFilm(
    {
      ...wish,
      ...(longestMs !== undefined && { secondsMs: longestMs }),
      options: { ...wish.options, mode: wish.options.mode ?? defaultMode },
    },
    upstreamModel,
  );
  const hasVideo = wish.references.some(({ kind }) => kind === 'video');
  const priced = hasVideo ? { ...metered, variant: `${metered.variant}:video` } : metered;
  if (longestMs === undefined) {
    checkPlain(whole, upstreamModel);
    return { wish: whole, metered: priced };
  }
  const { secondsMs: _length, ratio: _shape, ...edited } = whole;
  return {
    wish: { ...edited, ...(wish.ratio !== undefined && { ratio: wish.ratio }) },
    metered: priced,
  };
}

/** Some lengths need something to show beside the prompt and the first frame. */
function checkPlain({ secondsMs = 0, references, options }: Wish, upstreamModel: string): void {
  const { plainSeconds } = filmModelOf(upstreamModel);
  const isPlain =
    references.every(({ role }) => role === 'first_frame') && options.element_list === undefined;
  if (!plainSeconds || !isPlain || plainSeconds.includes(secondsMs / 1_000)) return;
  const taken = plainSeconds.join(' or ');
  refuse(
    'duration',
    `duration is ${secondsMs / 1_000}; this model renders ${taken} seconds from a text or a first frame alone.`,
  );
}
