/**
 * How text-gateway tells ingress what a realtime session has used, for limits that count tokens: to a GET of this path at the port of
 * the session, signed as the upgrade was, it answers with a line for each sum, from the beginning of the session, as long as that
 * lasts. Answered with 426, ingress has asked a gateway that does not tell.
 * See decisions/2026-11-29-what-sessions-use-is-asked-for.md.
 */
export const sessionTokensPath = '/v1/realtime/tokens';

/** Tokens of a session until now, as a line. */
export function writeTokens(total: bigint): string {
  return `${total}\n`;
}

const sum = /^\d{1,15}$/;

/** Undefined where the line says nothing. */
export function readTokens(line: string): number | undefined {
  return sum.test(line) ? Number(line) : undefined;
}
