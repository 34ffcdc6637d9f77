import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { Page, Request } from 'playwright-core';

/** Nothing turns, fades in or waits for its first rows. */
const isDrawn = `document.querySelector('h1, h2') !== null && document.getAnimations().length === 0 &&
  document.querySelector('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root') === null`;
/** Whether that was so at one frame and still is at a later one. */
const staysDrawn = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(${isDrawn}))))`;
const withinMs = 60_000;

/** Goes to an address and waits until what it shows is there. Streams that stay open are not waited for. */
export function goAndSettle(page: Page, url: string): Promise<void> {
  return doAndSettle(page, () => page.goto(url, { waitUntil: 'load' }));
}

/** Goes from one page of the console to another as its links do: what both share is not loaded anew. */
export function goWithin(page: Page, url: string, title: string): Promise<void> {
  if (!page.url().startsWith(new URL('/console', url).href)) return goAndSettle(page, url);
  const path = JSON.stringify(new URL(url).pathname);
  return doAndSettle(page, async () => {
    // The router looks at the address when it is told that somebody went back or forth.
    await page.evaluate(`history.pushState(null, '', ${path}); dispatchEvent(new PopStateEvent('popstate'))`);
    await page.getByRole('main').getByRole('heading', { name: title, exact: true }).first().waitFor();
  });
}

async function doAndSettle(page: Page, go: () => Promise<unknown>): Promise<void> {
  const asked = new Set<Request>();
  const begin = (request: Request): void => {
    if (request.resourceType() !== 'eventsource') asked.add(request);
  };
  const end = (request: Request): void => {
    asked.delete(request);
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  try {
    await go();
    await settle(page, () => asked.size === 0);
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  }
}

/** Waits until what a page shows is there, after something was done to it. */
export async function settle(page: Page, isQuiet: () => boolean = () => true): Promise<void> {
  await waitFor(
    async () => isQuiet() && (await page.evaluate(isDrawn)) && (await page.evaluate(staysDrawn)) && isQuiet(),
    `${page.url()} is drawn`,
    { timeoutMs: withinMs },
  );
}
