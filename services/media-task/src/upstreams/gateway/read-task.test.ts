import { expect, test } from 'vitest';
import { readTask } from './read-task.ts';

const asked = { upstreamId: 'task_1', baseUrl: 'http://gateway.internal:8080/v1' };

function mediaAt(video_url: string) {
  const report = readTask({ object: 'video', status: 'completed', video_url }, asked);
  return report.kind === 'succeeded' ? report.result.media : report;
}

test.each([
  'https://gateway.example/v1/videos/task_1/content',
  'http://localhost:3000/v1/videos/task_1/content',
])('a film at the route of its own bytes is had by its id, whatever name that has: %s', (url) => {
  expect(mediaAt(url)).toEqual([{ kind: 'video' }]);
});

test.each([
  'http://gateway.internal:8080/v1/videos/task_1/content',
  'https://gateway.example/v1/videos/task_2/content',
  'https://files.example/task_1.mp4',
])('any other address is where a film is: %s', (url) => {
  expect(mediaAt(url)).toEqual([{ kind: 'video', url }]);
});
