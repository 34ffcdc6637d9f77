import { type Fields, readPrompt, readText, readWhole } from '../families/fields.ts';
import { readChoice } from '../families/members/choice.ts';
import { refuse, show } from '../families/refuse.ts';

/** Members of several bodies of the family. Where its clients know a word for what is wrong, the refusal is that word. */

const botTypes = ['MID_JOURNEY', 'NIJI_JOURNEY'];

const longestState = 300;

/** The client's own note, which comes back with the record. */
export function readState(fields: Fields): string | null {
  const state = readText(fields, 'state');
  if (state !== undefined && state.length > longestState)
    refuse('state', `state has ${state.length} characters; at most ${longestState} are taken.`);
  return state ?? null;
}

export function readBotType(fields: Fields): string {
  return readChoice(fields, 'botType', botTypes) ?? 'MID_JOURNEY';
}

export function requirePrompt(fields: Fields): string {
  const { prompt } = fields;
  if (typeof prompt !== 'string' || prompt.trim() === '') refuse('prompt', 'prompt_is_required');
  return readPrompt(fields).trim();
}

export function requireTaskId(fields: Fields): string {
  const { taskId } = fields;
  if (typeof taskId !== 'string' || taskId === '') refuse('taskId', 'task_id_is_required');
  return taskId;
}

/** A whole number within bounds. */
export function requireIndex(fields: Fields, { min, max }: { min: number; max: number }): number {
  const index = readWhole(fields, 'index');
  if (index === undefined) refuse('index', 'index_is_required');
  if (index < min || index > max)
    refuse('index', `index is ${index}; it must be a whole number from ${min} to ${max}.`);
  return index;
}

/** A yes or no, if it is there. */
export function readFlag(fields: Fields, name: string): Record<string, boolean> {
  const value = fields[name] ?? undefined;
  if (value === undefined) return {};
  if (typeof value !== 'boolean') refuse(name, `${name} is ${show(value)}; it must be true or false.`);
  return { [name]: value };
}
