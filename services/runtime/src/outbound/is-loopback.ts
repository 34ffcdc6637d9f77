/** Whether an address is this machine, by what it says. Of IPv6 with brackets, as URLs have it, or without, as connections do. */
export function isLoopback({ hostname }: Pick<URL, 'hostname'>): boolean {
  return ['localhost', '[::1]', '::1'].includes(hostname) || /^127(\.\d{1,3}){3}$/.test(hostname);
}
