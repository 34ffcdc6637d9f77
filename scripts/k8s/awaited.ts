/** What processes are told by the manifests already and do not read yet. A test says when a line is to go. */
export const awaited: Readonly<Record<string, readonly string[]>> = {
  REDIS_URL: ['ingress'],
};
