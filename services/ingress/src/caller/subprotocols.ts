/** The subprotocols that a WebSocket client offers. Browsers cannot set headers, and put their key here. */
export function offeredSubprotocols(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

const keyPrefix = 'openai-insecure-api-key.';

export function keysAmong(subprotocols: readonly string[]): string[] {
  return subprotocols
    .filter((name) => name.startsWith(keyPrefix))
    .map((name) => name.slice(keyPrefix.length));
}
