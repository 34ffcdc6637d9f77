import { type Fields, readWhole } from '../fields.ts';
import { readChoice } from '../members/choice.ts';
import { refuse, show } from '../refuse.ts';
import { readList, requireText } from './members.ts';

const mostShots = 6;
const longestShotText = 512;
const usualSecondsMs = 5_000;

/** A video of several shots: found by the vendor itself, or each with its own prompt and length. */
export function readShots(fields: Fields, secondsMs = usualSecondsMs): Record<string, unknown> | undefined {
  const { multi_shot: isMany } = fields;
  if (isMany === undefined || isMany === null || isMany === false) return undefined;
  if (isMany !== true) refuse('multi_shot', `multi_shot is ${show(isMany)}; it must be true or false.`);
  const type = readChoice(fields, 'shot_type', ['customize', 'intelligence']);
  if (type === undefined)
    refuse('shot_type', 'shot_type is required with multi_shot: customize or intelligence.');
  if (type === 'intelligence') {
    return { multi_shot: true, shot_type: type };
  }
  const shots = readList(fields, 'multi_prompt', { least: 1, most: mostShots }).map(toShot);
  const sum = shots.reduce((total, { duration }) => total + Number(duration), 0);
  if (sum * 1_000 !== secondsMs) {
    refuse('multi_prompt', `multi_prompt lasts ${sum} seconds; duration is ${secondsMs / 1_000}.`);
  }
  return { multi_shot: true, shot_type: type, multi_prompt: shots };
}

function toShot(value: unknown, index: number): { index: number; prompt: string; duration: string } {
  const name = `multi_prompt[${index}]`;
  if (typeof value !== 'object' || value === null) refuse(name, `${name} must be an object.`);
  const shot = Object.fromEntries(Object.entries(value).map(([member, of]) => [`${name}.${member}`, of]));
  const seconds = readWhole(shot, `${name}.duration`);
  if (seconds === undefined || seconds < 1) {
    refuse(`${name}.duration`, `${name}.duration is required: a whole number of seconds from 1.`);
  }
  return {
    index: readWhole(shot, `${name}.index`) ?? index + 1,
    prompt: requireText(shot, `${name}.prompt`, longestShotText),
    duration: String(seconds),
  };
}
