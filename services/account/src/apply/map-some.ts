const parallelCalls = 8;

/** Calls for each item, a few at a time; answers in the order of the items. */
export async function mapSome<Item, Answer>(
  items: readonly Item[],
  call: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < items.length; at += parallelCalls) {
    answers.push(...(await Promise.all(items.slice(at, at + parallelCalls).map(call))));
  }
  return answers;
}
