import { ApiError } from './api-error.ts';
import { askForEvents, askWhole, type Envelope } from './client.ts';
import { readEvents } from './read-events.ts';

/** What came of a test of a channel. */
export interface ChannelTest {
  channel_id: number;
  success: boolean;
  /** Why not, in words for administrators. */
  message: string;
  /** Seconds. */
  time: number;
  first_byte_seconds: number;
  /** The upstream's; 0 where it gave none. */
  status: number;
  model: string;
}

/** Whether anything was asked: some channels serve nothing that can be tested. */
export function isMade({ model, success }: ChannelTest): boolean {
  return success || model !== '';
}

export interface TestOrder {
  id: number;
  /** Empty: the first one that can be asked for text. */
  model: string;
  isStream: boolean;
}

type Tested = Omit<ChannelTest, 'success' | 'message' | 'time'>;
type TestAnswer = Envelope<Tested | undefined> & { time: number };

/** A channel has its turn, and its upstream its time. */
const deadlineMs = 6 * 60_000;

/** A test that failed is an answer as well: only what kept the test from being made is an error. */
export async function testChannel({ id, model, isStream }: TestOrder): Promise<ChannelTest> {
  const { success, message, time, data } = await askWhole<TestAnswer>(`/api/channel/test/${id}`, {
    query: { model, stream: isStream ? 'true' : undefined },
    deadlineMs,
  });
  if (!data) throw new ApiError('refused', message);
  return { ...data, success, message, time };
}

/** Tests all channels, and gives each result as it comes. */
export async function* testAllChannels(signal: AbortSignal): AsyncGenerator<ChannelTest> {
  for await (const { name, data } of readEvents(await askForEvents('/api/channel/test', signal))) {
    const value = JSON.parse(data);
    if (name !== 'done') yield value;
    else if (!value.success) throw new ApiError('refused', value.message);
  }
}
