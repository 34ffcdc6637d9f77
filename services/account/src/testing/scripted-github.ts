import { createServer, type IncomingMessage } from 'node:http';
import { boundPort, listen } from '@headgate/runtime/operations';

/** As much of GitHub as signing in needs, at an address of its own. */
export interface ScriptedGithub {
  url: string;
  /** Who comes back with the next code. */
  user: { id: number; login: string; name: string | null };
  emails: { email: string; primary: boolean; verified: boolean }[];
  /** What was sent for a token. */
  tokenRequests: URLSearchParams[];
  stop(): void;
}

export async function startScriptedGithub(): Promise<ScriptedGithub> {
  const server = createServer(async (request, response) => {
    const answer = await answerTo(github, request);
    const body = JSON.stringify(answer ?? { message: 'Not Found' });
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(body);
  });
  await listen(server, { host: '127.0.0.1', port: 0 });
  const github: ScriptedGithub = {
    url: `http://127.0.0.1:${boundPort(server)}`,
    user: { id: 583231, login: 'octocat', name: 'The Octocat' },
    emails: [],
    tokenRequests: [],
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return github;
}

async function answerTo(github: ScriptedGithub, request: IncomingMessage): Promise<unknown> {
  if (request.url === '/login/oauth/access_token') {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    github.tokenRequests.push(new URLSearchParams(Buffer.concat(chunks).toString()));
    return { access_token: 'gho_token', token_type: 'bearer', scope: 'read:user' };
  }
  if (request.headers.authorization !== 'Bearer gho_token') return undefined;
  if (request.url === '/api/v3/user') return github.user;
  return request.url === '/api/v3/user/emails' ? github.emails : undefined;
}
