import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  impact: string;
  help: string;
  nodes: { target: unknown[]; html: string }[];
}

/** What axe finds serious or critical in a page as it stands, a line each. */
export async function findBarriers(page: Page): Promise<string[]> {
  // Not as a script of the page: its policy lets none in.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  const found = await page.evaluate<Violation[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => JSON.parse(JSON.stringify(violations)))`,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.length} times: ${nodes[0]?.html.slice(0, 300)}`);
}
