import { connect, type JetStreamManager, type StreamState } from 'nats';

/** What a stream holds now. */
export function readStreamState(url: string, name: string): Promise<StreamState> {
  return withManager(url, async ({ streams }) => (await streams.info(name)).state);
}

/** The last message of a subject that a stream holds; nothing while it holds none. */
export function readLastMessage(url: string, name: string, subject: string): Promise<Uint8Array | undefined> {
  return withManager(url, async ({ streams }) => {
    const { state } = await streams.info(name);
    if (state.messages === 0) return undefined;
    return (await streams.getMessage(name, { last_by_subj: subject })).data;
  });
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
