import { fault } from '@headgate/proto/faults';
import { sortPath } from '@headgate/proto/purses';
import { FaultError } from '@headgate/runtime/errors';
import { isUuid } from '../postgres/is-uuid.ts';

const maxPathLength = 64;
const maxPurseLength = 500;
const maxTextLength = 500;

/** A run's id as the database writes it. Throws a fault when it is not a UUID. */
export function checkRun(run: string): string {
  return checkId(run, 'run');
}

/** An id as the database writes it. Throws a fault when it is not a UUID. */
export function checkId(id: string, param: string): string {
  if (!isUuid(id)) refuse(param, `The ${param} is not a UUID.`);
  return id.toLowerCase();
}

/** A path in its canonical form. Throws a fault when it is empty or names a purse twice. */
export function checkPath(path: readonly string[]): string[] {
  if (path.length === 0 || path.length > maxPathLength) {
    refuse('path', `A path has 1 to ${maxPathLength} purses.`);
  }
  if (new Set(path).size !== path.length) refuse('path', 'The path names a purse twice.');
  for (const purse of path) checkPurse(purse, 'path');
  return sortPath(path);
}

export function checkPurse(purse: string, param: string): string {
  if (purse === '' || purse.length > maxPurseLength || purse.includes('\0')) {
    refuse(param, `A purse's id has 1 to ${maxPurseLength} characters.`);
  }
  return purse;
}

/** A text of the caller's own choosing, which may be empty. */
export function checkText(text: string, param: string): string {
  if (text.length > maxTextLength || text.includes('\0'))
    refuse(param, `${param} has at most ${maxTextLength} characters.`);
  return text;
}

/** An amount or a number that must not be below `least`. */
export function checkAtLeast(value: bigint, least: bigint, param: string): bigint {
  if (value < least) refuse(param, `${param} must be at least ${least}.`);
  return value;
}

/** Who does something by hand. */
export function checkBy(by: string): string {
  return by === '' ? refuse('by', 'Say who does it.') : checkText(by, 'by');
}

/** Who does something by hand, and why. */
export function checkAuthor({ by, reason }: { by: string; reason: string }): {
  actor: string;
  reason: string;
} {
  if (reason === '') refuse('reason', 'Say why.');
  return { actor: checkBy(by), reason: checkText(reason, 'reason') };
}

export function refuse(param: string, message: string): never {
  throw new FaultError(fault('invalid_request', { param, message, permanent: true }));
}

/** The run is over: whoever acts for it must begin a new one. */
export function refuseFinishedRun(): never {
  throw new FaultError(fault('run_finished'));
}

export function refuseUnknownPurses(purses: readonly string[]): never {
  const message = `These purses do not exist: ${purses.join(', ')}.`;
  throw new FaultError(fault('unknown_purse', { message }));
}
