/** Paths that are served below speeds as well begin with it. */
const optionalPart = /\{[^}]*\}/;

/** The row's path as OpenAPI writes it, without what may be left out of it. */
export function toTemplate(path: string): string {
  return path
    .replace(optionalPart, '')
    .replace(/(?<!\\)[:*](\w+)/g, '{$1}')
    .replaceAll('\\:', ':');
}

/** The names of what is filled in. */
export function namesIn(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** An id that stays as long as method and path do: `postV1ChatCompletions`. */
export function toOperationId(method: string, template: string): string {
  const words = template.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}

/** What is said of a path that may be written in more than one way. */
export function otherPaths(path: string): string[] {
  return [
    ...(optionalPart.test(path) ? ['Served below a speed as well: /mj-fast, /mj-turbo, /mj-relax.'] : []),
    ...(/\*\w/.test(path) ? ['The last part may have slashes.'] : []),
  ];
}
