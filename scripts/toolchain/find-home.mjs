import { join, resolve } from 'node:path';

/** The folder that holds all state: HEADGATE_HOME, or `.headgate` in the repository. */
export function findHome(env, repository) {
  return env.HEADGATE_HOME ? resolveAsTyped(env.HEADGATE_HOME, env, repository) : defaultHome(repository);
}

export function defaultHome(repository) {
  return join(repository, '.headgate');
}

/** npm runs scripts in the repository; a path that was typed elsewhere is meant from there. */
export function resolveAsTyped(path, env, repository) {
  const runsUnderNpm = env.npm_package_json === join(repository, 'package.json');
  return resolve(runsUnderNpm ? (env.INIT_CWD ?? '') : '', path);
}
