/** What the vendor says of the models behind `CreateAigcImageTask`. */
export interface ImageModel {
  /** As of a model for videos. */
  prefix: string;
  /** Images that it takes. */
  references: number;
  /** Images that it makes at a time. */
  images: number;
  /** The first is what is rendered where nobody says otherwise; none: it takes sizes in pixels alone. */
  resolutions: readonly string[];
  ratios?: readonly string[];
  /** Sizes in pixels that it renders exactly. */
  pixels?: PixelRule;
  scenes?: readonly string[];
}

export interface PixelRule {
  /** Of each edge. */
  multipleOf: number;
  minEdge: number;
  maxEdge: number;
  minArea: number;
  maxArea: number;
}

const eight = ['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3', '21:9'];
const ten = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'];
const tiers = ['1K', '2K', '4K'];
const small = { multipleOf: 1, minEdge: 512, maxEdge: 2_048, minArea: 512 * 512, maxArea: 1_024 * 1_024 };
const gemini = { references: 14, images: 1, resolutions: tiers, ratios: ten };
const kling = { images: 9, resolutions: ['1K', '2K'], ratios: eight, scenes: ['image_expand'] };

/** The narrower ones first. */
const models: readonly ImageModel[] = [
  { ...gemini, prefix: 'GEM-2.5', references: 3 },
  { ...gemini, prefix: 'GG-2.5', references: 3 },
  {
    ...gemini,
    prefix: 'GEM-3.1',
    resolutions: [...tiers, '720P'],
    ratios: [...ten, '1:4', '1:8', '4:1', '8:1'],
  },
  {
    ...gemini,
    prefix: 'GG-3.1',
    resolutions: [...tiers, '720P'],
    ratios: [...ten, '1:4', '1:8', '4:1', '8:1'],
  },
  { ...gemini, prefix: 'GEM' },
  { ...gemini, prefix: 'GG' },
  { prefix: 'Hunyuan', references: 3, images: 1, resolutions: [], pixels: small, scenes: ['3d_panorama'] },
  { ...kling, prefix: 'Kling-2.1', references: 4 },
  { ...kling, prefix: 'Kling-3.0-Omni', references: 10, resolutions: tiers, ratios: [...eight, 'auto'] },
  { ...kling, prefix: 'Kling-O1', references: 10, resolutions: tiers, ratios: [...eight, 'auto'] },
  { ...kling, prefix: 'Kling', references: 1 },
  { prefix: 'Mingmou', references: 3, images: 1, resolutions: tiers },
  {
    prefix: 'OG',
    references: 16,
    images: 8,
    resolutions: tiers,
    ratios: [...eight, '9:21'],
    pixels: { multipleOf: 16, minEdge: 16, maxEdge: 8_192, minArea: 655_360, maxArea: 8_294_400 },
  },
  { prefix: 'Qwen', references: 3, images: 1, resolutions: [], pixels: small },
  { prefix: 'Vidu', references: 7, images: 1, resolutions: ['1080P', '2K', '4K'], ratios: eight },
];

/** Of a model that the vendor has added since: it says itself what it does not take. */
const anyModel: ImageModel = { ...gemini, prefix: '', references: 3 };

export function findImageModel(upstreamModel: string): ImageModel {
  const name = upstreamModel.toLowerCase();
  return models.find(({ prefix }) => name.startsWith(prefix.toLowerCase())) ?? anyModel;
}
