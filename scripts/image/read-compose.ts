import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repository } from '../start/repository.ts';

export const composeFile = join(repository, 'deploy/compose.yaml');

/** Of a service in compose.yaml, what starting it somewhere else takes. */
export interface ComposeService {
  image: string;
  command: string[];
  environment: Record<string, string>;
  /** `name-or-path:where` and perhaps `:ro`. */
  volumes: string[];
}

/** The file as Compose reads it, with variables put in; throws when one that it insists on is missing. */
export function readCompose(variables: Readonly<Record<string, string>>): Record<string, unknown> {
  const document: unknown = parse(interpolate(readFileSync(composeFile, 'utf8'), variables), { merge: true });
  return recordOf(document);
}

/** The services of the file by name. */
export function servicesOf(compose: Record<string, unknown>): Map<string, ComposeService> {
  const entries = Object.entries(recordOf(compose.services));
  return new Map(entries.map(([name, service]) => [name, readService(recordOf(service))]));
}

function readService({ image, command, environment, volumes }: Record<string, unknown>): ComposeService {
  const values = Object.entries(recordOf(environment ?? {}));
  return {
    image: String(image),
    command: textsOf(command),
    environment: Object.fromEntries(values.map(([name, value]) => [name, String(value)])),
    volumes: textsOf(volumes),
  };
}

/** `${NAME}`, `${NAME:-default}` and `${NAME:?what is wrong}`. */
function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = '') => {
    const value = variables[name];
    if (value) return value;
    if (kind === '-') return rest;
    throw new Error(`compose.yaml needs ${name}${rest === '' ? '' : `: ${rest}`}`);
  });
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function recordOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null)
    throw new Error(`${composeFile} has no ${value} to be read`);
  return Object.fromEntries(Object.entries(value));
}
