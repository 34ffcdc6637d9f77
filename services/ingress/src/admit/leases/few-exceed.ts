/** One request more than the limit in each replica but one is at most a twentieth of it. */
export function fewExceed(limit: number, replicas: number): boolean {
  return (replicas - 1) * 20 <= limit;
}
