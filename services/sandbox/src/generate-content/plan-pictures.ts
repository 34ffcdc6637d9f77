import type { Plan, PlannedImage } from '../answer/plan.ts';
import { asRecord, type JsonRecord } from '../json-record.ts';
import { member } from './member.ts';
import { type Checked, invalid, refused, violation } from './vendor-error.ts';

/** What a request wants to be shown: null for nothing but text. */
export interface Pictures {
  image: PlannedImage;
  withText: boolean;
}

const ratios = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'];
const scales: Record<string, number> = { '1K': 1, '2K': 2, '4K': 4 };

/** Reads whether a model that can is to make a picture, and how large. */
export function readPictures(model: string, config: JsonRecord | null): Checked<Pictures | null> {
  const modalities = member(config, 'responseModalities');
  const wanted: unknown[] = Array.isArray(modalities) ? modalities : ['TEXT'];
  const makesPictures = model.includes('image');
  if (!makesPictures) {
    const isText = wanted.every((word) => word === 'TEXT');
    const message = 'Model does not support the requested response modalities: image,text';
    return isText ? { type: 'ok', value: null } : refused(invalid(message));
  }
  if (modalities !== undefined && !wanted.includes('IMAGE')) return { type: 'ok', value: null };
  const given = asRecord(member(config, 'imageConfig'));
  const ratio = member(given, 'aspectRatio') ?? '1:1';
  const size = member(given, 'imageSize') ?? '1K';
  if (!ratios.some((known) => known === ratio)) {
    return refused(
      violation('generation_config.image_config.aspect_ratio', `must be one of ${ratios.join(', ')}.`),
    );
  }
  const scale = typeof size === 'string' ? scales[size] : undefined;
  if (scale === undefined || (scale > 1 && model.startsWith('gemini-2'))) {
    return refused(violation('generation_config.image_config.image_size', 'is not supported by this model.'));
  }
  const image: PlannedImage = {
    ...{ ...measuresOf(String(ratio), scale), format: 'png', isPartial: false },
    tokens: tokensOf(model, scale),
  };
  return { type: 'ok', value: { image, withText: modalities === undefined || wanted.includes('TEXT') } };
}

/** About a million pixels at 1K, whatever the ratio; edges are multiples of 16. */
function measuresOf(ratio: string, scale: number): { width: number; height: number } {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const edge = (share: number): number => Math.round((1_024 * Math.sqrt(share)) / 16) * 16 * scale;
  return { width: edge(across / down), height: edge(down / across) };
}

/** The same plan with a picture after what is said, or, where it is filtered, without anything. */
export function withPictures(plan: Plan, pictures: Pictures | null): Plan {
  if (!pictures || plan.finish === 'blocked' || plan.calls.length > 0) return plan;
  const nothing = plan.contents.map(() => ({ type: 'fixed' as const, text: '', pieceSize: 1 }));
  if (plan.finish === 'content_filter') return { ...plan, contents: nothing, finish: 'image_filter' };
  return { ...plan, images: [pictures.image], ...(!pictures.withText && { contents: nothing }) };
}

/** Of Gemini 2.5, 3.1 Flash and 3 Pro. */
function tokensOf(model: string, scale: number): number {
  if (model.startsWith('gemini-2')) return 1_290;
  if (model.startsWith('gemini-3.1')) return { 2: 1_680, 4: 2_520 }[scale] ?? 1_120;
  return scale === 4 ? 2_000 : 1_120;
}
