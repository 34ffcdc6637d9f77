import { expect, test } from 'vitest';
import { startFilmVendor } from './film-vendor.ts';

test.each([24, 25, 262_168, 1_000_000])(
  'a film has the %i bytes that its prompt asks for',
  async (sizeBytes) => {
    const vendor = await startFilmVendor();
    const body = new FormData();
    body.append('prompt', String(sizeBytes));
    const made = await fetch(`${vendor.url}/v1/videos`, { method: 'POST', body });
    const { id } = (await made.json()) as { id: string };
    const film = await fetch(`${vendor.url}/v1/videos/${id}/content?variant=video`);
    expect((await film.arrayBuffer()).byteLength).toBe(sizeBytes);
    vendor.stop();
  },
);
