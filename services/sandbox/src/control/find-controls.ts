import { parseJson } from '../json-record.ts';
import { isEnding } from './endings.ts';
import { isSettingName } from './settings.ts';

/** A tool's arguments may hold `]]` themselves; this many ends are tried for one control. */
const mostEnds = 64;

/** Takes the `[[...]]` apart from the text around them. Brackets that begin with no known word are text. */
export function findControls(text: string): { controls: string[]; rest: string } {
  const controls: string[] = [];
  let rest = '';
  let position = 0;
  for (let start = text.indexOf('[['); start !== -1; start = text.indexOf('[[', start)) {
    const end = isControl(text, start + 2) ? findEnd(text, start + 2) : -1;
    if (end === -1) {
      start += 2;
      continue;
    }
    controls.push(text.slice(start + 2, end).trim());
    rest += text.slice(position, start);
    position = end + 2;
    start = position;
  }
  return { controls, rest: controls.length === 0 ? text : (rest + text.slice(position)).trim() };
}

function isControl(text: string, start: number): boolean {
  const [word = ''] = /^\s*[a-z]*/.exec(text.slice(start, start + 32)) ?? [];
  const name = word.trim();
  return name === 'tool' || isEnding(name) || isSettingName(name);
}

/** Where the control ends: at the first `]]`, for a tool at the first one that completes its arguments. */
function findEnd(text: string, start: number): number {
  const first = text.indexOf(']]', start);
  const json = /^\s*tool\s+[^\s\]]+\s+/.exec(text.slice(start, start + 256))?.[0].length;
  if (json === undefined) return first;
  let end = first;
  for (let tries = 0; end !== -1 && tries < mostEnds; tries += 1) {
    if (parseJson(text.slice(start + json, end)) !== undefined) return end;
    end = text.indexOf(']]', end + 1);
  }
  return first;
}
