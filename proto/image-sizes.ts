/** Which sizes images of a model have, by its row. Source: the specification, "Image size presets", and ruling 20. */

export interface ImageSizes {
  /** The size that a ratio stands for. */
  presets: Readonly<Record<string, string>>;
  /** What a size in pixels that is no preset must be instead; undefined where it can be had. */
  problemOf(width: number, height: number): string | undefined;
}

const standard = listed({
  '1:1': '1024x1024',
  '4:3': '1536x1152',
  '3:2': '1536x1024',
  '2:3': '1024x1536',
  '16:9': '1920x1080',
  '9:16': '1080x1920',
});

const pro2k = listed({
  '1:1': '2048x2048',
  '4:3': '2048x1536',
  '3:2': '2560x1712',
  '2:3': '1712x2560',
  '16:9': '2048x1152',
  '9:16': '1152x2048',
});

const pro4k = listed({
  '1:1': '2880x2880',
  '4:3': '3840x2880',
  '3:2': '3840x2560',
  '2:3': '2560x3840',
  '16:9': '3840x2160',
  '9:16': '2160x3840',
});

const vip1k = free({
  '1:1': '1024x1024',
  '4:3': '1024x768',
  '3:4': '768x1024',
  '3:2': '1008x672',
  '2:3': '672x1008',
  '16:9': '1280x720',
  '9:16': '720x1280',
  '21:9': '1344x576',
});

const vip2k = free({
  '1:1': '2048x2048',
  '4:3': '2304x1728',
  '3:4': '1728x2304',
  '3:2': '2496x1664',
  '2:3': '1664x2496',
  '16:9': '2560x1440',
  '9:16': '1440x2560',
  '21:9': '3024x1296',
});

const vip4k = free({
  '1:1': '2880x2880',
  '4:3': '3264x2448',
  '3:4': '2448x3264',
  '3:2': '3504x2336',
  '2:3': '2336x3504',
  '16:9': '3840x2160',
  '9:16': '2160x3840',
  '21:9': '3808x1632',
});

const tiers: ReadonlyMap<string, ImageSizes> = new Map([
  ['standard', standard],
  ['pro-2k', pro2k],
  ['pro-4k', pro4k],
  ['vip-1k', vip1k],
  ['vip-2k', vip2k],
  ['vip-4k', vip4k],
]);

/** What a ratio stands for, beside any size in pixels. */
const ratioMap: ImageSizes = { presets: vip2k.presets, problemOf: () => undefined };

/** By a row's `image_tier`, or its `size_map: ratio`; undefined for one that names neither. */
export function imageSizesOf(row: { imageTier: string; sizeMap: string }): ImageSizes | undefined {
  return tiers.get(row.imageTier) ?? (row.sizeMap === 'ratio' ? ratioMap : undefined);
}

/** Its presets are all that there is. */
function listed(presets: ImageSizes['presets']): ImageSizes {
  const words = Object.values(presets).join(', ');
  return { presets, problemOf: () => `must be one of ${words}` };
}

/** The vip tiers have any size within bounds. */
function free(presets: ImageSizes['presets']): ImageSizes {
  return { presets, problemOf: vipProblem };
}

const edgeStep = 16;
const longestEdge = 3_840;
const longestRatio = 3;
const leastPixels = 655_360;
const mostPixels = 8_294_400;

function vipProblem(width: number, height: number): string | undefined {
  if (width % edgeStep !== 0 || height % edgeStep !== 0)
    return `must have edges that are multiples of ${edgeStep}`;
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  if (long > longestEdge) return `must have a longest edge of at most ${longestEdge}`;
  if (long > longestRatio * short) return `must be at most ${longestRatio} times as long as short`;
  const pixels = width * height;
  if (pixels >= leastPixels && pixels <= mostPixels) return undefined;
  return `must have from ${leastPixels} to ${mostPixels} pixels`;
}
