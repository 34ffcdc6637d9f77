/** The name stands at the beginning of an answer, or nobody looks further for it. */
const maxBytes = 16 * 1024;
/** A name of a model has no spaces; what has is none. */
const modelName = /^[\w.:/@-]{1,200}$/;

/** Reads which model an upstream says that it answered with, and no other word of what it says. */
export interface ResponseModelReader {
  read(bytes: Buffer): void;
  model(): string | undefined;
}

export function createResponseModelReader(isStream: boolean): ResponseModelReader {
  let text = '';
  let model: string | undefined;
  return {
    read(bytes) {
      if (model !== undefined || text.length >= maxBytes) return;
      text += bytes.toString('latin1', 0, maxBytes);
      model = isStream ? inFirstEvent(text) : inWhole(text);
    },
    model: () => model,
  };
}

function inFirstEvent(text: string): string | undefined {
  for (const line of text.split('\n').slice(0, -1)) {
    const found = line.startsWith('data:') ? inWhole(line.slice('data:'.length)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What is not whole yet is nothing yet. */
function inWhole(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const said = membersOf(value);
  const names = [
    said.model,
    said.modelVersion,
    membersOf(said.message).model,
    membersOf(said.response).model,
  ];
  return names.find((name): name is string => typeof name === 'string' && modelName.test(name));
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
