import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ChannelTest, testAllChannels } from '../../api/channel-tests.ts';
import { channelsKey } from '../../api/channels.ts';

export interface TestsRun {
  results: readonly ChannelTest[];
  state: 'idle' | 'running' | 'stopped' | 'done';
  error: unknown;
}

const idle: TestsRun = { results: [], state: 'idle', error: undefined };

/** Tests all channels, one run at a time; leaving the page stops it. */
export function useTestAll() {
  const [run, setRun] = useState(idle);
  const cache = useQueryClient();
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);

  async function start(): Promise<void> {
    stopping.current?.abort();
    const own = new AbortController();
    stopping.current = own;
    const end = (state: TestsRun['state'], error?: unknown): void => {
      if (stopping.current === own) setRun((now) => ({ ...now, state, error }));
    };
    setRun({ ...idle, state: 'running' });
    try {
      for await (const result of testAllChannels(own.signal)) {
        setRun((now) => ({ ...now, results: [...now.results, result] }));
      }
      end('done');
    } catch (error) {
      if (own.signal.aborted) end('stopped');
      else end('done', error);
    } finally {
      // What came of each is kept at its channel.
      void cache.invalidateQueries({ queryKey: channelsKey });
    }
  }

  return { ...run, start, stop: () => stopping.current?.abort() };
}
