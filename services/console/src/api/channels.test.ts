import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { allChannelsQuery } from './channels.ts';

test('of more channels than are read at once it is known how many there are', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const items = Array.from({ length: 100 }, () => ({}));
  const fetch = vi.fn(async () =>
    Response.json({ success: true, message: '', data: { items, total: 7_321 } }),
  );
  vi.stubGlobal('fetch', fetch);
  const read = await new QueryClient().fetchQuery(allChannelsQuery);
  expect(read).toMatchObject({ items: { length: 5_000 }, total: 7_321 });
  expect(fetch).toHaveBeenCalledTimes(50);
});
