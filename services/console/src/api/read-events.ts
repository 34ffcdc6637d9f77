/** A server-sent event. */
export interface ServerEvent {
  /** `message` where it has no other. */
  name: string;
  data: string;
}

/** Reads server-sent events as they come. Comments and whatever has no data are left out. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = toEvent(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function toEvent(block: string): ServerEvent | undefined {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [field, ...value] = line.split(':');
    const text = value.join(':').replace(/^ /, '');
    if (field === 'event') name = text;
    if (field === 'data') data.push(text);
  }
  return data.length > 0 ? { name, data: data.join('\n') } : undefined;
}
