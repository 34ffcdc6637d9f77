import { parseControl } from '../control/parse-control.ts';
import { countTokens, tokensPerMediaPart } from './count-tokens.ts';
import type { Plan, PlannedImage } from './plan.ts';
import { silentPlan } from './silent-plan.ts';

export type PlannedImages =
  | { type: 'plan'; plan: Plan }
  | { type: 'problem'; message: string }
  /** The control `[[filtered]]`: the vendor does not want to make that. */
  | { type: 'moderated' };

/** An answer of pictures alone, to a prompt that may hold controls and may have come with pictures. */
export function planImages(prompt: string, images: PlannedImage[], inputImages: number): PlannedImages {
  const parsed = parseControl(prompt);
  if (parsed.type === 'problem') return parsed;
  const { settings, ending } = parsed.control;
  if (ending !== null) return { type: 'moderated' };
  const made = firstPictures(images, settings.made ?? images.length);
  const inputImageTokens = inputImages * tokensPerMediaPart;
  const inputTokens = countTokens(Buffer.byteLength(prompt)) + inputImageTokens;
  return {
    type: 'plan',
    plan: {
      ...silentPlan([]),
      ...{ inputTokens, inputImageTokens, images: made },
      cachedTokens: Math.min(settings.cached ?? 0, inputTokens),
      contents: [{ type: 'fixed', text: '', pieceSize: 1 }],
      pace: { waitMs: settings.wait ?? 0, delayMs: settings.delay ?? 0 },
    },
  };
}

/** The first pictures, with the looks at them that come before. */
function firstPictures(images: PlannedImage[], count: number): PlannedImage[] {
  const whole = images.flatMap(({ isPartial }, index) => (isPartial ? [] : [index]));
  const end = count === 0 ? 0 : (whole[count - 1] ?? images.length) + 1;
  return images.slice(0, end);
}
