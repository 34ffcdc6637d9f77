/** For members that only give a hint: what is no text says nothing, and is the upstream's to refuse. */
export function nonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
