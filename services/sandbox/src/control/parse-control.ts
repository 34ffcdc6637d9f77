import { parseJson } from '../json-record.ts';
import { type Ending, isEnding } from './endings.ts';
import { findControls } from './find-controls.ts';
import { parseSetting, type SettingName } from './settings.ts';

/** What the words in double brackets ask of the answer. Absent members were not asked for. */
export interface Control {
  settings: Partial<Record<SettingName, number>>;
  /** An end other than the usual one. */
  ending: Ending | null;
  calls: ControlCall[];
}

export interface ControlCall {
  name: string;
  /** JSON text; null when the tool's own schema is to fill the arguments. */
  arguments: string | null;
}

export type ParsedControl =
  | { type: 'control'; control: Control; rest: string }
  | { type: 'problem'; message: string };

/** Reads the controls in a user's text. `rest` is the text without them; a problem is meant for people. */
export function parseControl(text: string): ParsedControl {
  const control: Control = { settings: {}, ending: null, calls: [] };
  const { controls, rest } = findControls(text);
  for (const words of controls) {
    const problem = words.startsWith('tool ') ? readCall(words, control) : readSettings(words, control);
    if (problem !== null) return { type: 'problem', message: `The control [[${words}]] ${problem}` };
  }
  return { type: 'control', control, rest };
}

function readCall(words: string, control: Control): string | null {
  const [, name = '', json = ''] = /^tool\s+(\S+)\s*(.*)$/s.exec(words) ?? [];
  if (name === '') return 'names no tool.';
  if (json !== '' && parseJson(json) === undefined) return 'has arguments that are not JSON.';
  control.calls.push({ name, arguments: json === '' ? null : json });
  return null;
}

function readSettings(words: string, control: Control): string | null {
  for (const word of words.split(/\s+/)) {
    if (isEnding(word)) {
      control.ending = word;
      continue;
    }
    const setting = parseSetting(word);
    if (setting.type === 'problem') return setting.message;
    control.settings[setting.name] = setting.value;
  }
  return null;
}
