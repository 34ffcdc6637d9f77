import type { GroupRatio, GroupRatioChange } from '@headgate/proto/gen/headgate/ledger/v1/ledger';

/** One line for people: what a group multiplied prices by, and what it does now. */
export function sayRatioChange({ group, before, after }: GroupRatioChange): string {
  const [old, next] = [listMembers(before), listMembers(after)];
  const names = [...new Set([...old.keys(), ...next.keys()])];
  const said = names.flatMap((name) => {
    const [was = 'none', is = 'none'] = [old.get(name), next.get(name)];
    return was === is ? [] : [`${name} ${was} -> ${is}`];
  });
  return `group ${group}: ${said.join(', ')}`;
}

/** Models in the order of their names: the database does not keep another. */
function listMembers(ratio: GroupRatio | undefined): Map<string, string> {
  if (!ratio) return new Map();
  const own = Object.entries(ratio.models).sort(([one], [other]) => (one < other ? -1 : 1));
  return new Map([
    ['ratio', ratio.ratio],
    ...own.map(([model, text]) => [`ratio of ${model}`, text] as const),
  ]);
}
