import type { Job } from '../media/jobs/job.ts';
import { buttonsOf } from './buttons.ts';
import { readCustomId } from './custom-id.ts';
import { lineOf } from './final-prompt.ts';
import { parentOf, problem, type ReadSubmission, type Submission } from './submission.ts';
import { invalid, noTask, wrongState } from './submit-result.ts';

/** What goes on from a task that has succeeded. */

const changes = ['UPSCALE', 'VARIATION', 'REROLL'];
const changeable = [
  'IMAGINE',
  'VARIATION',
  'LOW_VARIATION',
  'HIGH_VARIATION',
  'REROLL',
  'BLEND',
  'PAN',
  'ZOOM',
];

/** The button of a result, by its `customId`. */
export const action: ReadSubmission = ({ taskId, customId }, known) => {
  if (!taskId || typeof customId !== 'string' || customId === '') return problem(invalid('参数错误'));
  const parent = parentOf(taskId, known, noTask, wrongState);
  if ('problem' in parent) return parent;
  const isThere = buttonsOf(actionOf(parent), parent.id).some((button) => button.customId === customId);
  const read = isThere ? readCustomId(customId) : null;
  if (!read) return problem(invalid('customId参数错误'));
  const next = { ...goOn(parent, read.action, read.index), customId, needsModal: read.needsModal };
  // Of words there is a button for each line.
  if (read.action !== 'IMAGINE') return next;
  return { ...next, prompt: lineOf(actionOf(parent), parent.prompt, read.index) };
};

export const change: ReadSubmission = ({ taskId, action, index }, known) => {
  if (!taskId) return problem(invalid('taskId不能为空'));
  if (!changes.includes(String(action))) return problem(invalid('action参数错误'));
  const isReroll = action === 'REROLL';
  if (!isReroll && ![1, 2, 3, 4].includes(Number(index))) return problem(invalid('index参数错误'));
  const parent = parentOf(taskId, known, noTask, wrongState);
  if ('problem' in parent) return parent;
  if (!changeable.includes(actionOf(parent))) return problem(invalid('关联任务不允许执行变化'));
  return goOn(parent, String(action), isReroll ? 0 : Number(index));
};

/** `<task> U2`, `<task> V1` or `<task> R`. */
export const simpleChange: ReadSubmission = ({ content }, known) => {
  const [, taskId, letter = '', index] = /^(\S+)\s+([UVR])([1-4])?$/.exec(String(content ?? '').trim()) ?? [];
  if (!taskId || (letter === 'R') === (index !== undefined)) return problem(invalid('content 参数错误'));
  const action = changes.find((candidate) => candidate.startsWith(letter));
  return change({ taskId, action, index: Number(index) }, known);
};

function goOn(parent: Job, action: string, index: number): Submission {
  const letter = action === 'REROLL' ? 'R' : `${action[0]}${index}`;
  return { action, prompt: parent.prompt, description: `/up ${parent.id} ${letter}`, parent, index };
}

export function actionOf({ echo }: Job): string {
  return String(echo.action);
}
