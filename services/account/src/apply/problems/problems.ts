import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import type { Cause } from './cause.ts';

/** What is wrong with a document, and where: `channels[0].colour`. */
export interface Problem {
  path: string;
  message: string;
  /** Where pages have words for it. */
  cause?: Cause | undefined;
}

/** They travel in a gRPC trailer, which has room for a few kilobytes. */
const mostShown = 20;
const mostCharacters = 3_200;
/** Room for a list of the words that a member may be. */
const longestLine = 400;

/** Throws one fault that names the problems, if there are any. */
export function refuseIfAny(problems: readonly Problem[]): void {
  const [first] = problems;
  if (!first) return;
  const lines: string[] = [];
  let left = mostCharacters;
  for (const problem of problems.slice(0, mostShown)) {
    const line = sayWhere(problem);
    left -= line.length;
    if (left < 0) break;
    lines.push(line);
  }
  if (problems.length > lines.length) lines.push(`  and ${problems.length - lines.length} more`);
  const message = `The configuration is not valid:\n${lines.join('\n')}`;
  throw new FaultError(fault('invalid_request', { message, param: first.path.slice(0, longestLine) }));
}

function sayWhere({ path, message }: Problem): string {
  const line = path === '' ? message : `${path}: ${message}`;
  return `  ${line.length > longestLine ? `${line.slice(0, longestLine)}...` : line}`;
}

/** `['channels', 0, 'base_url']` as `channels[0].base_url`; names with dots or spaces in quotes. */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (step === '') text += '';
    else if (!/^[\w-]+$/.test(String(step))) text += `[${JSON.stringify(String(step))}]`;
    else text += text === '' ? String(step) : `.${String(step)}`;
  }
  return text;
}
