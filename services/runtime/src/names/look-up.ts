import { lookup, Resolver } from 'node:dns/promises';

/** A service by its name and port, `name:port`. */
export interface NamedPort {
  name: string;
  port: number;
  /** The name server to ask, `address:port`; the machine's own way of looking names up where there is none. */
  server?: string;
}

const serverTimeoutMs = 2_000;
const serverTries = 2;

/**
 * Reads `name:port` or, with a name server to ask, `dns://server/name:port`; what grpc-js takes as `dns:///name:port` is
 * read as well. Throws an Error that says what is wrong.
 */
export function readNamedPort(text: string): NamedPort {
  const { server, rest } = /^(?:dns:(?:\/\/(?<server>[^/]*)\/)?)?(?<rest>.*)$/.exec(text)?.groups ?? {};
  const { name, port } = /^(?<name>\[[^\]]+\]|[^:[\]/]+):(?<port>\d{1,5})$/.exec(rest ?? '')?.groups ?? {};
  if (name === undefined || port === undefined || Number(port) > 65_535)
    throw new Error(`"${text}" is not a name and a port`);
  return { name: name.replace(/^\[|\]$/g, ''), port: Number(port), ...(server ? { server } : {}) };
}

/** The addresses that a name stands for now, in a stable order. Rejects when there are none. */
export async function lookUp({ name, server }: NamedPort): Promise<string[]> {
  if (server === undefined) {
    const found = await lookup(name, { all: true });
    return found.map(({ address }) => address).sort();
  }
  const resolver = new Resolver({ timeout: serverTimeoutMs, tries: serverTries });
  resolver.setServers([server]);
  return (await resolver.resolve4(name)).sort();
}
