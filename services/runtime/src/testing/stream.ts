import { connect, type JetStreamManager, type StreamState } from 'nats';

/** What a stream holds now. */
export function readStreamState(url: string, name: string): Promise<StreamState> {
  return withManager(url, async ({ streams }) => (await streams.info(name)).state);
}

/** Gives a stream that exists another limit; what it holds stays. */
export function limitStream(url: string, name: string, maxBytes: number): Promise<void> {
  return withManager(url, async ({ streams }) => {
    const { config } = await streams.info(name);
    await streams.update(name, { ...config, max_bytes: maxBytes });
  });
}

async function withManager<T>(url: string, work: (manager: JetStreamManager) => Promise<T>): Promise<T> {
  const connection = await connect({ servers: url });
  try {
    return await work(await connection.jetstreamManager());
  } finally {
    await connection.close();
  }
}
