export function findHome(env: NodeJS.ProcessEnv, repository: string): string;
export function defaultHome(repository: string): string;
export function resolveAsTyped(path: string, env: NodeJS.ProcessEnv, repository: string): string;
