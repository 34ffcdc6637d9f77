import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  impact: string;
  help: string;
  nodes: { target: unknown[]; html: string }[];
}

/** The rules that look at colours: another colour scheme changes nothing for the rest. */
export const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** What axe finds serious or critical in a page as it stands, a line each; by all its rules, or by these. */
export async function findBarriers(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Not as a script of the page: its policy lets none in.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const found = await page.evaluate<Violation[]>(
    `axe.run(document, ${options}).then(({ violations }) => JSON.parse(JSON.stringify(violations)))`,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.length} times: ${nodes[0]?.html.slice(0, 300)}`);
}
