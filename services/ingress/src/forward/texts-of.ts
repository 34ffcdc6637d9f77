/** The members of a query or a path that are single texts. */
export function textsOf(members: object): Record<string, string> {
  const texts = Object.entries(members).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}
