import type { JsonRecord } from '../json-record.ts';
import { imageModels } from './image-models.ts';
import { readExtInfo } from './read-ext-info.ts';
import { filesOf } from './read-files.ts';
import { type VendorError, wrongValue } from './vendor-error.ts';
import { videoModels } from './video-models.ts';

interface SceneRule {
  /** How many files of which category it takes, at least and at most. */
  files: Record<string, [number, number]>;
  versions?: readonly string[];
  /** What stands in `ExtInfo`: what it must have, and what values it may have. */
  required?: readonly string[];
  values?: Record<string, readonly string[]>;
}

const rules: Record<string, SceneRule> = {
  avatar_i2v: { files: { Image: [1, 1], Audio: [0, 1] } },
  image_expand: { files: { Image: [1, 1] } },
  lip_sync: { files: {}, required: ['session_id', 'face_choose'] },
  motion_control: {
    files: { Image: [1, 1], Video: [1, 1] },
    versions: ['2.6', '3.0'],
    values: { keep_original_sound: ['yes', 'no'], character_orientation: ['image', 'video'] },
  },
};

/** Whether the model has the scene, and the scene what it needs. */
export function checkScene(body: JsonRecord): VendorError | null {
  const { ModelName: name, ModelVersion: version, SceneType: scene } = body;
  if (scene === undefined || scene === null || scene === '') return null;
  const scenes = [videoModels, imageModels].flatMap((models) => models[String(name)]?.scenes ?? []);
  if (!scenes.includes(String(scene))) return wrongValue('SceneType');
  const rule = Object.hasOwn(rules, String(scene)) ? rules[String(scene)] : undefined;
  if (!rule) return null;
  if (rule.versions && !rule.versions.includes(String(version))) return wrongValue('ModelVersion');
  const counts = new Map<string, number>();
  for (const { category } of filesOf(body)) counts.set(category, (counts.get(category) ?? 0) + 1);
  for (const category of ['Image', 'Video', 'Audio']) {
    const [least, most] = rule.files[category] ?? [0, 0];
    const count = counts.get(category) ?? 0;
    if (count < least || count > most) return wrongValue('FileInfos', `The scene takes other files.`);
  }
  const extra = readExtInfo(body.ExtInfo) ?? {};
  if (rule.required?.some((member) => extra[member] === undefined)) return wrongValue('ExtInfo');
  const isOdd = Object.entries(rule.values ?? {}).some(
    ([member, allowed]) => extra[member] !== undefined && !allowed.includes(String(extra[member])),
  );
  return isOdd ? wrongValue('ExtInfo') : null;
}
