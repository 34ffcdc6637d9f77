import type { Family } from './family.ts';
import { type Fields, readPrompt, readText, readWhole } from './fields.ts';
import { readExtInfo } from './members/ext-info.ts';
import { readFileInfos } from './members/file-infos.ts';
import { readMetadata } from './members/metadata.ts';
import { outputConfigPlace, readOutputConfig } from './members/output-config.ts';
import { readPersons, readShape } from './members/output-shape.ts';
import { readReferences, readSource, withoutRepeats } from './members/references.ts';
import { commonNames, refuseUnread } from './members/refuse-unread.ts';
import { readSeconds, readSecondsIn } from './members/seconds.ts';
import { readSubjectInfos } from './members/subject-infos.ts';
import { readSwitch } from './members/switch.ts';
import type { Reference } from './wish.ts';

const known = [
  'file_infos',
  'last_frame_url',
  'scene_type',
  'output_config',
  'subject_infos',
  'ext_info',
  'negative_prompt',
  'enhance_prompt',
  'seed',
];
const outputMembers = ['duration', 'resolution', 'aspect_ratio', 'audio_generation', 'person_generation'];
const parameters = [
  'area',
  'beast',
  'camera_control',
  'cfg_scale',
  'character_orientation',
  'face_choose',
  'keep_original_sound',
  'session_id',
  'template',
];

/** The models of many vendors behind one: frames, references, and scenes that `metadata` names. */
export const v10: Family = {
  name: 'V10',
  takesForms: true,
  read(fields) {
    refuseUnread(fields, commonNames);
    const metadata = readMetadata(fields, known);
    const config = readOutputConfig(metadata, outputMembers);
    const named = { ...metadata, ...fields };
    const secondsMs =
      readSecondsIn(config, `${outputConfigPlace}.duration`, {}) ??
      readSeconds(fields, { native: 'duration' });
    const resolution = readText(config, `${outputConfigPlace}.resolution`) ?? readText(fields, 'resolution');
    const negativePrompt = readText(named, 'negative_prompt');
    const seed = readWhole(named, 'seed');
    return {
      prompt: readPrompt(fields),
      references: [...(readFileInfos(metadata) ?? readImages(fields)), ...readLastFrame(metadata)],
      ...(secondsMs !== undefined && { secondsMs }),
      // However the client writes it, it has one price.
      ...(resolution !== undefined && { resolution: resolution.toLowerCase() }),
      ...readShape(fields, config),
      ...(negativePrompt !== undefined && { negativePrompt }),
      ...(seed !== undefined && { seed }),
      options: withoutGaps({
        sceneType: readText(metadata, 'scene_type'),
        enhancePrompt: readSwitch(named, 'enhance_prompt'),
        audio: readSwitch(config, `${outputConfigPlace}.audio_generation`),
        personGeneration: readPersons(config),
        subjects: readSubjectInfos(metadata),
        parameters: readExtInfo(metadata, parameters),
      }),
    };
  },
};

/** One image is the first frame; more are references, which a prompt may name. */
function readImages(fields: Fields): Reference[] {
  const of = { kind: 'image', role: 'first_frame' } as const;
  const images = withoutRepeats(commonNames.flatMap((name) => readReferences(fields, name, of)));
  if (images.length < 2) return images;
  return images.map((image, index) => ({
    ...image,
    role: 'reference',
    options: { objectId: `ref_${index + 1}` },
  }));
}

function readLastFrame(metadata: Fields): Reference[] {
  const { last_frame_url: address } = metadata;
  if (address === undefined || address === null || address === '') return [];
  const source = readSource(address, 'metadata.last_frame_url', 'image');
  return [{ kind: 'image', role: 'last_frame', source }];
}

function withoutGaps(options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
