/** What the vendor says about the models behind `CreateAigcImageTask`. */
export interface ImageModel {
  /** The versions, and how many images each takes. */
  maxFiles: Readonly<Record<string, number>>;
  /** How many images may be asked for. */
  maxImages: number;
  /** The first is the default. Without any, sizes are asked for in `ExtInfo`. */
  resolutions: readonly string[];
  ratios?: readonly string[];
  scenes?: readonly string[];
}

const ten = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'];
const gemini: ImageModel = {
  maxFiles: { '2.5': 3, '3.0': 14, '3.1': 14, '3.1-lite': 14 },
  maxImages: 1,
  resolutions: ['1K', '720P', '2K', '4K'],
  ratios: [...ten, '1:4', '1:8', '4:1', '8:1'],
};

export const imageModels: Record<string, ImageModel> = {
  GEM: gemini,
  GG: gemini,
  Hunyuan: {
    maxFiles: { '3.0': 3, '3d_2.0': 3, '3.5-preview': 3 },
    maxImages: 1,
    resolutions: [],
    scenes: ['3d_panorama'],
  },
  Kling: {
    maxFiles: { '2.1': 4, '3.0': 1, '3.0-Omni': 10, O1: 10, scene: 1 },
    maxImages: 9,
    resolutions: ['1K', '2K', '4K'],
    ratios: [...ten, 'auto'],
    scenes: ['image_expand'],
  },
  Mingmou: { maxFiles: { '1.0': 3 }, maxImages: 1, resolutions: ['1K', '2K', '4K'] },
  OG: {
    maxFiles: { image2_low: 16, image2_medium: 16, image2_high: 16 },
    maxImages: 8,
    resolutions: ['1K', '2K', '4K'],
    ratios: ['1:1', '3:2', '2:3', '3:4', '4:3', '16:9', '9:16', '21:9', '9:21'],
  },
  Qwen: { maxFiles: { '0925': 3, '2.0': 3 }, maxImages: 1, resolutions: [] },
  Vidu: {
    maxFiles: { q2: 7 },
    maxImages: 1,
    resolutions: ['1080P', '2K', '4K'],
    ratios: ['16:9', '9:16', '1:1', '3:4', '4:3', '21:9', '2:3', '3:2'],
  },
};
