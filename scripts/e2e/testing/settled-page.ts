import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { Page, Request } from 'playwright-core';

/** Nothing turns, fades in or waits for its first rows. */
const isDrawn = `document.querySelector('h1, h2') !== null && document.getAnimations().length === 0 &&
  document.querySelector('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root') === null`;
/** Whether that was so at one frame and still is at a later one. */
const staysDrawn = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(${isDrawn}))))`;
const withinMs = 60_000;

/** Goes to an address and waits until what it shows is there. Streams that stay open are not waited for. */
export async function goAndSettle(page: Page, url: string): Promise<void> {
  const asked = new Set<Request>();
  const begin = (request: Request): void => {
    if (request.resourceType() !== 'eventsource') asked.add(request);
  };
  const end = (request: Request): void => {
    asked.delete(request);
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  try {
    await page.goto(url, { waitUntil: 'load' });
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
