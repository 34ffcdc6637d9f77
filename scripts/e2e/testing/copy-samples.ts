import type { Page } from 'playwright-core';

/** Copies each of the samples that a panel shows, as a person does: by its button. */
export async function copySamples(page: Page): Promise<Map<string, string>> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const panel = page.getByRole('dialog');
  const languages = panel.getByRole('radio');
  await languages.first().waitFor({ state: 'attached' });
  const copied = new Map<string, string>();
  for (const language of await languages.all()) {
    await language.press('Space');
    await panel.getByRole('button', { name: 'Copy', exact: true }).click();
    await panel.getByRole('button', { name: 'Copied' }).waitFor();
    const text: unknown = await page.evaluate('navigator.clipboard.readText()');
    copied.set((await language.getAttribute('value')) ?? '', String(text));
    await panel.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  }
  return copied;
}
