import { asRecord } from '../json-record.ts';
import type { FilmModel } from './models.ts';
import { isGiven, oneOf, type Rule, share, text } from './rules.ts';
import { invalid } from './vendor-error.ts';

const axes = ['horizontal', 'vertical', 'pan', 'tilt', 'roll', 'zoom'];
const moves = ['simple', 'down_back', 'forward_up', 'right_turn_forward', 'left_turn_forward'];
const mostShots = 6;

/** What holds of all films, by what their model can. */
export function filmRules({ seconds, modes, hasSound, hasScale }: FilmModel): Rule[] {
  return [
    text('prompt', 'negative_prompt'),
    oneOf('mode', modes),
    oneOf('duration', seconds),
    oneOf('aspect_ratio', ['16:9', '9:16', '1:1']),
    oneOf('sound', hasSound ? ['on', 'off'] : ['off']),
    share('cfg_scale'),
    ({ cfg_scale: scale }) =>
      isGiven(scale) && !hasScale ? invalid('cfg_scale is not supported by the model') : null,
    camera,
    shots,
  ];
}

const camera: Rule = ({ camera_control: control }) => {
  if (!isGiven(control)) return null;
  const { type, config } = asRecord(control) ?? {};
  if (!moves.includes(String(type))) return invalid('camera_control.type is invalid');
  if (type !== 'simple') return null;
  const values = axes.map((axis) => Number(asRecord(config)?.[axis] ?? 0)).filter((value) => value !== 0);
  const isGood = values.length === 1 && values.every((value) => Math.abs(value) <= 10);
  return isGood ? null : invalid('camera_control.config must have one value that is not 0');
};

/** A film of several shots needs each of them, and their lengths make its own. */
const shots: Rule = ({ multi_shot: isMany, shot_type: type, multi_prompt: prompts, duration = '5' }) => {
  if (isMany !== true || type === 'intelligence') return null;
  if (type !== 'customize') return invalid('shot_type is required when multi_shot is true');
  if (!Array.isArray(prompts) || prompts.length < 1 || prompts.length > mostShots) {
    return invalid(`multi_prompt must have 1 to ${mostShots} elements`);
  }
  const total = prompts.reduce<number>((sum, shot) => sum + Number(asRecord(shot)?.duration), 0);
  return total === Number(duration) ? null : invalid('the durations of multi_prompt must add up to duration');
};
