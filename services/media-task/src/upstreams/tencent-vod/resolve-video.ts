import { MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { asObject } from '../../call/json.ts';
import { nearestRatio } from '../../families/nearest-ratio.ts';
import { refuse } from '../../families/refuse.ts';
import { showSize } from '../../families/size.ts';
import type { Reference, Wish } from '../../families/wish.ts';
import type { Order } from '../upstream.ts';
import { checkBytes, checkScene, checkWord } from './check-wish.ts';
import { findVideoModel, type VideoModel } from './video-models.ts';

const usualReferences = 3;

/** What shorter edges of a size in pixels are called. */
const resolutionOfEdge: Record<number, string> = {
  480: '480P',
  540: '540P',
  720: '720P',
  768: '768P',
  1080: '1080P',
  1152: '2K',
  1440: '2K',
  2160: '4K',
};

/**
 * Fills in what a video is priced by: seconds at a resolution. A price may name the scene and the sound behind it,
 * `720P:motion_control:audio`; else the resolution's counts.
 */
export function resolveVideo(wish: Wish, upstreamModel: string): Order {
  const model = findVideoModel(upstreamModel);
  const scene = checkScene(wish, model.scenes);
  checkReferences(wish, model);
  const given = scene ? wish.references : wish.references.map((one) => sayUse(one, model));
  const isEdit = given.some(({ kind, options }) => kind === 'video' && options?.referenceType === 'base');
  const longest = scene
    ? scene.longestSeconds?.(asObject(wish.options.parameters) ?? {})
    : isEdit
      ? model.longestEdit
      : undefined;
  if (longest !== undefined && wish.secondsMs !== undefined) {
    refuse('duration', 'duration is not taken: the video is as long as what it is made from.');
  }
  const secondsMs = longest === undefined ? secondsOf(wish, model) : undefined;
  const resolution = resolutionOf(wish, model);
  // What is made from something has the shape of that.
  const isOpen = wish.references.length === 0 && longest === undefined;
  const ratio = ratioOf(wish, model) ?? (isOpen ? model.ratios?.[0] : undefined);
  const hasSound = wish.options.audio === true;
  if (hasSound && !model.sound) {
    refuse(
      'metadata.output_config.audio_generation',
      'audio_generation is Enabled; this model makes no sound.',
    );
  }
  const metered = {
    unit: MeteredUnit.SECOND,
    variant: [resolution, ...(scene ? [wish.options.sceneType] : []), ...(hasSound ? ['audio'] : [])].join(
      ':',
    ),
    quantity: BigInt(secondsMs ?? (longest ?? 0) * 1_000),
  };
  return {
    wish: {
      ...wish,
      ...(secondsMs !== undefined && { secondsMs }),
      resolution,
      ...(ratio !== undefined && { ratio }),
      options: { ...wish.options, ...(model.sound && { audio: hasSound }) },
      references: model.referencesAlone
        ? given.map((one) => ({ ...one, role: 'reference' as const }))
        : given,
    },
    usage: Usage.fromPartial({ calls: 1n, metered: [metered] }),
  };
}

/** Whether a film is edited or only shows something decides on the length and the price: what is left open is said. */
function sayUse(reference: Reference, { longestEdit }: VideoModel): Reference {
  if (reference.kind !== 'video' || longestEdit === undefined) return reference;
  return { ...reference, options: { referenceType: 'base', ...reference.options } };
}

function checkReferences({ references }: Wish, model: VideoModel): void {
  checkBytes(references);
  const most = model.references ?? usualReferences;
  const count = references.filter(({ kind, role }) => kind === 'image' && role === 'reference').length;
  if (count > most) refuse('images', `${count} reference images are given; at most ${most} are taken.`);
  const has = (role: string): boolean => references.some((one) => one.role === role);
  if (has('last_frame') && !has('first_frame')) {
    refuse('metadata.last_frame_url', 'metadata.last_frame_url needs one image beside it, the first frame.');
  }
}

function secondsOf(wish: Wish, { seconds }: VideoModel): number {
  const asked = (wish.secondsMs ?? seconds.usual * 1_000) / 1_000;
  const isTaken =
    'only' in seconds
      ? seconds.only.includes(asked)
      : Number.isInteger(asked) && asked >= seconds.min && asked <= seconds.max;
  if (isTaken) return asked * 1_000;
  const range =
    'only' in seconds ? seconds.only.join(', ') : `whole seconds from ${seconds.min} to ${seconds.max}`;
  return refuse('duration', `duration is ${asked}; this model renders ${range}.`);
}

function resolutionOf({ resolution, size }: Wish, { resolutions }: VideoModel): string {
  if (resolution !== undefined) return checkWord('resolution', resolution, resolutions);
  if (!size) return resolutions[0] ?? '';
  const named = resolutionOfEdge[Math.min(size.width, size.height)];
  if (named !== undefined && resolutions.includes(named)) return named;
  return refuse('size', `size is '${showSize(size)}'; this model renders ${resolutions.join(', ')}.`);
}

function ratioOf({ ratio, size }: Wish, { ratios = [] }: VideoModel): string | undefined {
  if (ratio !== undefined) return checkWord('aspect_ratio', ratio, ratios);
  if (!size) return undefined;
  const nearest = nearestRatio(size, ratios);
  if (nearest !== undefined) return nearest;
  const taken = ratios.length === 0 ? 'this model takes no shape' : `this model renders ${ratios.join(', ')}`;
  return refuse('size', `size is '${showSize(size)}'; ${taken}.`);
}
