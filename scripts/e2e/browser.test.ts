import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareBrowser } from './testing/share-browser.ts';

const html = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<title>Console</title><h1>Usage and prices</h1><p>用量与价格</p>`;

const browser = shareBrowser();
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html' });
    response.end(request.url === '/' ? html : '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('a page is opened and its words are read', async () => {
  const { page, complaints } = await browser().open();
  await page.goto(url);
  expect(await page.getByRole('heading').textContent()).toBe('Usage and prices');
  expect(await page.locator('p').textContent()).toBe('用量与价格');
  expect(complaints).toEqual([]);
});

test('what a page complains of is collected', async () => {
  const { page, complaints } = await browser().open();
  await page.goto(url);
  await page.evaluate(async () => {
    setTimeout(() => {
      throw new Error('nobody catches this');
    });
    await fetch('/missing');
    await fetch('http://127.0.0.1:9/').catch(() => undefined);
  });
  await expect.poll(() => complaints.filter((line) => line.startsWith('uncaught')).length).toBe(1);
  expect(complaints.join('\n')).toMatch(/console: .*404/);
  expect(complaints.join('\n')).toContain('failed: GET http://127.0.0.1:9/');
});

test('sessions share no cookies', async () => {
  const [first, second] = [await browser().open(), await browser().open()];
  for (const { page } of [first, second]) await page.goto(url);
  await first.page.evaluate('document.cookie = "session=1"');
  expect(await first.page.evaluate('document.cookie')).toBe('session=1');
  expect(await second.page.evaluate('document.cookie')).toBe('');
});

test('a session that was closed leaves nothing to the next', async () => {
  const before = await browser().open();
  await before.page.goto(url);
  await before.page.evaluate('document.cookie = "session=1"; localStorage.setItem("theme", "dark")');
  await before.close();
  const { page } = await browser().open();
  await page.goto(url);
  expect(await page.evaluate('document.cookie + localStorage.length')).toBe('0');
});

test('Chinese characters are drawn, each its own', async ({ skip }) => {
  const { page } = await browser().open();
  await page.goto(url);
  const missing = await draw(page, '\u{10fffd}');
  const drawn = await Promise.all(['用', '量', '价', '格', 'A'].map((word) => draw(page, word)));
  const hasOwnFonts = existsSync(join(dirname(process.env.HEADGATE_CHROMIUM ?? ''), 'fonts.conf'));
  if (!hasOwnFonts && drawn[0] === missing) skip('a Chromium of the system, which has no Chinese font');
  expect(new Set([...drawn, missing]).size).toBe(6);
});

/** The picture of a character. One that no font has is the same box, or nothing, whichever it is. */
function draw(page: Page, character: string): Promise<string> {
  return page.evaluate(`(() => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 64;
    const context = canvas.getContext('2d');
    context.font = '48px sans-serif';
    context.fillText(${JSON.stringify(character)}, 4, 52);
    return canvas.toDataURL();
  })()`);
}
