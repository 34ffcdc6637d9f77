import { connect } from 'node:net';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, onTestFinished, test } from 'vitest';
import { type Flood, startFloodVendor } from './flood-vendor.ts';

const sizeBytes = 100_000;

test.each([
  ['/v1/chat/completions', '{"stream":true,"q":"a flood of 100000"}', /data: \[DONE\]\n\n$/],
  ['/v1/chat/completions', '{"q":"a flood of 100000"}', /"total_tokens":1010}}$/],
  ['/v1/audio/speech', '{"q":"a flood of 100000"}', /lorem/],
])('%s of %s is as long as it is asked for', async (path, body, end) => {
  const vendor = await startFloodVendor();
  onTestFinished(() => vendor.stop());
  const said = await (await fetch(vendor.url + path, { method: 'POST', body })).text();
  expect(said.length).toBeGreaterThanOrEqual(sizeBytes);
  expect(said.length).toBeLessThan(sizeBytes + 20_000);
  expect(said).toMatch(end);
  expect(vendor.takeFloods()).toEqual([{ takenBytes: said.length, isPaused: false }]);
});

test('who stops reading stops the vendor', async () => {
  const vendor = await startFloodVendor();
  onTestFinished(() => vendor.stop());
  const body = '{"stream":true,"q":"a flood of 300000000"}';
  const socket = connect(Number(new URL(vendor.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(`POST / HTTP/1.1\r\nhost: any\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  socket.once('data', () => socket.pause());
  const floods: Flood[] = [];
  await waitFor(() => floods.push(...vendor.takeFloods()), 'it was asked');
  const [flood] = floods;
  await waitFor(() => flood?.isPaused, 'it is paused');
  expect(flood?.takenBytes).toBeLessThan(50_000_000);
});
