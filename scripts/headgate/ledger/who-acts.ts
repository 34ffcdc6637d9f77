import { userInfo } from 'node:os';

/** The system's user, by number where the system has no name for it: a container may run as anybody. */
export function whoActs(readUser = userInfo): string {
  try {
    return readUser().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
