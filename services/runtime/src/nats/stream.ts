import {
  DiscardPolicy,
  type JetStreamManager,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from 'nats';

/** A stream's definition; `StreamDefinition` of the events package fits it. */
export interface Stream {
  name: string;
  subjects: string[];
  maxAgeMs: number;
  maxBytes: number;
  replicas: number;
}

const streamNotFound = 10_059;
const nameInUse = 10_058;

/** Returns the stream's state, after making it when it is missing. */
export async function ensureStream(manager: JetStreamManager, stream: Stream): Promise<StreamInfo> {
  try {
    return await manager.streams.info(stream.name);
  } catch (error) {
    if (apiErrorCode(error) !== streamNotFound) throw error;
  }
  try {
    return await manager.streams.add({
      name: stream.name,
      subjects: stream.subjects,
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.New,
      max_age: nanos(stream.maxAgeMs),
      max_bytes: stream.maxBytes,
      num_replicas: stream.replicas,
    });
  } catch (error) {
    if (apiErrorCode(error) !== nameInUse) throw error;
    return manager.streams.info(stream.name);
  }
}

function apiErrorCode(error: unknown): number | undefined {
  return error instanceof NatsError ? error.api_error?.err_code : undefined;
}
