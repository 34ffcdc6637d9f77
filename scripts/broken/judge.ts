import type { BrokenPatch } from './read-patch.ts';

/** How one test went, as vitest reports it. */
export interface TestResult {
  fullName: string;
  status: string;
}

/** Says what is wrong with how the tests of a patch's file went while it was applied; nothing when all is right. */
export function judge({ tests, among, file }: BrokenPatch, results: readonly TestResult[]): string[] {
  if (results.length === 0) return [`${file} ran no test`];
  const problems = tests.flatMap((name) => {
    const [found, ...more] = results.filter(({ fullName }) => fullName === name);
    if (found === undefined) return [`${file} has no test "${name}"`];
    if (more.length > 0) return [`${file} has more than one test "${name}"`];
    return found.status === 'failed' ? [] : [`"${name}" ${found.status} in spite of the breakage`];
  });
  const mayFail = (name: string): boolean => among.some((beginning) => name.startsWith(beginning));
  const others = results.filter(({ fullName }) => !tests.includes(fullName) && !mayFail(fullName));
  return [
    ...problems,
    ...others
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `"${fullName}" failed too: the breakage is not the one named`),
  ];
}
