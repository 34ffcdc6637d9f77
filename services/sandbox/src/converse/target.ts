// As in generate-content, the path names the model and whether the answer is streamed.
export interface Target {
  model: string;
  isStream: boolean;
}

/** Reads `/model/{id}/converse` and `/model/{id}/converse-stream`; null when the id cannot be read. */
export function readTarget(path: string): Target | null {
  const [, encoded = '', operation] = /^\/model\/([^/?]+)\/(converse(?:-stream)?)(?:\?|$)/.exec(path) ?? [];
  if (operation === undefined) return null;
  try {
    return { model: decodeURIComponent(encoded), isStream: operation === 'converse-stream' };
  } catch {
    return null;
  }
}
