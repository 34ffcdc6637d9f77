/** Adds all of them to a list. `push(...added)` takes no more than the stack has room for. */
export function append<T>(list: T[], added: readonly T[]): void {
  for (const one of added) list.push(one);
}
