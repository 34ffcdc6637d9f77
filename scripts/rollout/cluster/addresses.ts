/** Loopback addresses, one for each pod: the ports are the same in all of them. */
export interface Addresses {
  next(): string;
}

const firstNetwork = 64;
const networks = 128;
const hosts = 250;

/** Those of one run; runs side by side have others. */
export function createAddresses(run = process.pid): Addresses {
  const network = firstNetwork + (run % networks);
  let count = 0;
  return {
    next() {
      count += 1;
      return `127.${network}.${Math.floor(count / hosts)}.${1 + (count % hosts)}`;
    },
  };
}
