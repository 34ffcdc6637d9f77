import type { Fields } from '../fields.ts';
import { readChoice } from '../members/choice.ts';
import { refuse } from '../refuse.ts';
import { readObject } from './members.ts';

const axes = ['horizontal', 'vertical', 'pan', 'tilt', 'roll', 'zoom'];
const moves = ['simple', 'down_back', 'forward_up', 'right_turn_forward', 'left_turn_forward'];
const farthest = 10;

/** How the camera moves, if it is said: a move by its name, or simply along one axis. */
export function readCamera(fields: Fields): Fields | undefined {
  const control = readObject(fields, 'camera_control');
  if (!control) return undefined;
  const type = readChoice({ 'camera_control.type': control.type }, 'camera_control.type', moves);
  if (type === undefined)
    refuse('camera_control.type', `camera_control.type is required: ${moves.join(', ')}.`);
  if (type !== 'simple') return { type };
  const config = readObject(control, 'config') ?? {};
  const given = axes.filter((axis) => config[axis] !== undefined && config[axis] !== 0);
  const [axis = ''] = given;
  const value = config[axis];
  const isGood = typeof value === 'number' && Math.abs(value) <= farthest && given.length === 1;
  if (!isGood) {
    refuse(
      'camera_control.config',
      `camera_control.config must have one of ${axes.join(', ')} that is not 0, from -${farthest} to ${farthest}.`,
    );
  }
  return { type, config: { [axis]: value } };
}
