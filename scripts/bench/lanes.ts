/** One kind of load. */
export interface Lane {
  name: string;
  content: string;
  stream: boolean;
  concurrency: number;
  /** Requests a second; 0 sends the next as soon as one is done. */
  rate: number;
  /** Sent with the key that is past its rate; every answer is a 429. */
  isRefused?: boolean;
}

const kilobyte = lorem(900);
const kilobytes64 = lorem(64_000);
const whole = { stream: false, rate: 0, concurrency: 32 };
const streamed = { stream: true, rate: 0, concurrency: 16 };

export const lanes: readonly Lane[] = [
  { ...whole, name: '1 KB, whole, 32 at a time', content: kilobyte },
  { ...whole, name: '64 KB, whole, 32 at a time', content: kilobytes64 },
  { ...whole, name: '1 KB, whole, 300 a second', content: kilobyte, rate: 300, concurrency: 64 },
  { ...streamed, name: '1 KB, 200 events at once, 16 streams', content: `[[chunks=200]] ${kilobyte}` },
  { ...streamed, name: '64 KB, 200 events at once, 16 streams', content: `[[chunks=200]] ${kilobytes64}` },
  {
    ...streamed,
    name: '1 KB, 200 events 5 ms apart, 20 streams',
    content: `[[chunks=200 delay=5]] ${kilobyte}`,
    concurrency: 20,
  },
  { ...whole, name: '1 KB, refused by the rate limit', content: kilobyte, isRefused: true },
];

function lorem(bytes: number): string {
  return 'lorem ipsum '.repeat(Math.ceil(bytes / 12)).slice(0, bytes);
}
