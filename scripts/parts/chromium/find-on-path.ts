import { findTool, isExecutable } from '../find-tool.ts';
import type { Found, Search } from '../search.ts';
import { checkChromium } from './check-chromium.ts';

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const outsidePath = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** The first of its names that runs: Ubuntu's `chromium-browser` may be a script that asks for a snap. */
export async function findOnPath({ env, signal }: Search): Promise<Found> {
  const programs = [...names.map((name) => findTool(name, env)), ...outsidePath.filter(isExecutable)];
  const reasons: string[] = [];
  for (const program of programs) {
    if (program === undefined) continue;
    const problem = await checkChromium(program, signal);
    if (problem === undefined) return { program };
    reasons.push(`${program}: ${problem}`);
  }
  return { reason: reasons.join('; ') || 'there is none on PATH' };
}
