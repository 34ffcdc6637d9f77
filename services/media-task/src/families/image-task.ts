import type { Family } from './family.ts';
import { type Fields, readPrompt, readText, readWhole } from './fields.ts';
import { readExtInfo } from './members/ext-info.ts';
import { readFileInfos } from './members/file-infos.ts';
import { readMetadata } from './members/metadata.ts';
import { outputConfigPlace, readOutputConfig } from './members/output-config.ts';
import { allRatios, readPersons, readShape } from './members/output-shape.ts';
import { readReferences, withoutRepeats } from './members/references.ts';
import { commonNames, refuseUnread } from './members/refuse-unread.ts';
import { readSwitch } from './members/switch.ts';
import { tierOf } from './members/tier-of.ts';
import { nearestRatio } from './nearest-ratio.ts';
import { refuse, show } from './refuse.ts';
import { showSize } from './size.ts';
import type { Reference, Wish } from './wish.ts';

const known = [
  'file_infos',
  'scene_type',
  'output_config',
  'ext_info',
  'negative_prompt',
  'enhance_prompt',
  'seed',
];
const outputMembers = ['resolution', 'aspect_ratio', 'person_generation'];
const parameters = [
  'background',
  'down_expansion_ratio',
  'left_expansion_ratio',
  'right_expansion_ratio',
  'up_expansion_ratio',
];
const mostImages = 16;

/** Images that are made in tasks, on the routes of videos. */
export const imageTask: Family = {
  name: 'image-task',
  takesForms: true,
  read(fields, { imageSizes }) {
    refuseUnread(fields, commonNames);
    const metadata = readMetadata(fields, known);
    const config = readOutputConfig(metadata, outputMembers);
    const named = { ...metadata, ...fields };
    const negativePrompt = readText(named, 'negative_prompt');
    const seed = readWhole(named, 'seed');
    const options = {
      sceneType: readText(metadata, 'scene_type'),
      enhancePrompt: readSwitch(named, 'enhance_prompt'),
      personGeneration: readPersons(config),
      parameters: readExtInfo(metadata, parameters),
    };
    return {
      prompt: readPrompt(fields),
      imageCount: readCount(fields),
      references: readFileInfos(metadata) ?? readImages(fields),
      ...readOutput(fields, config, imageSizes),
      ...(negativePrompt !== undefined && { negativePrompt }),
      ...(seed !== undefined && { seed }),
      options: Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
    };
  },
};

function readCount(fields: Fields): number {
  const count = readWhole(fields, 'n') ?? 1;
  if (count < 1 || count > mostImages) {
    refuse('n', `n is ${count}; it must be a whole number from 1 to ${mostImages}.`);
  }
  return count;
}

function readImages(fields: Fields): Reference[] {
  const of = { kind: 'image', role: 'reference' } as const;
  return withoutRepeats(commonNames.flatMap((name) => readReferences(fields, name, of)));
}

/**
 * A size in pixels is rendered to the pixel where a model can. Not where `output_config` says otherwise: it wins, and the
 * size lends the ratio alone.
 */
function readOutput(fields: Fields, config: Fields, sizes: readonly string[]): Partial<Wish> {
  const { ratio, size } = readShape(fields, config);
  const configured = readText(config, `${outputConfigPlace}.resolution`);
  const asked = readText(fields, 'resolution');
  const resolution = configured ?? (size ? tierOf(size) : (asked ?? sizes[0]));
  const place = size ? 'size' : 'resolution';
  checkTier(resolution, sizes, configured === undefined ? place : `${outputConfigPlace}.resolution`);
  const isOther = asked?.toLowerCase() !== resolution?.toLowerCase();
  if (size && configured === undefined && asked !== undefined && isOther)
    refuse('resolution', `resolution is ${show(asked)}; a size of ${showSize(size)} is ${resolution}.`);
  const lent = size && configured !== undefined && ratio === undefined ? ratioOf(size) : ratio;
  return {
    ...(resolution !== undefined && { resolution }),
    ...(lent !== undefined && { ratio: lent }),
    ...(size && { size }),
  };
}

function checkTier(resolution: string | undefined, sizes: readonly string[], param: string): void {
  if (resolution === undefined || sizes.length === 0) return;
  if (sizes.some((size) => size.toLowerCase() === resolution.toLowerCase())) return;
  refuse(param, `${param} is ${show(resolution)}; this model renders ${sizes.join(', ')}.`);
}

function ratioOf(size: NonNullable<Wish['size']>): string {
  const ratio = nearestRatio(size, allRatios);
  return ratio ?? refuse('size', `size is '${showSize(size)}'; it has no ratio that models render.`);
}
