import { open } from '@headgate/runtime/seal';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { signIn } from '../../e2e/testing/session.ts';
import { configurationWith, firstKey, firstPassword } from './configuration.ts';
import type { Caller } from './requests.ts';
import type { RotationStep } from './rotations.ts';
import type { Stage } from './stage.ts';

const nextPassword = 'next-password-of-root';

/**
 * Secrets that are exchanged by whoever owns them, while everything runs: no process is restarted.
 * @param settled resolves when every request that is under way has ended.
 */
export function exchangesOf(caller: Caller, settled: () => Promise<void>): RotationStep[] {
  return [
    {
      name: 'password of root',
      async run({ system }) {
        const baseUrl = system().chooseIngress();
        const session = await signIn(baseUrl, 'root', firstPassword);
        await session.put('/api/user/self', {
          password: nextPassword,
          original_password: firstPassword,
        });
        await signIn(system().chooseIngress(), 'root', nextPassword);
        const refused = await signIn(baseUrl, 'root', firstPassword).then(
          () => false,
          () => true,
        );
        if (!refused) throw new Error('the previous password of root is still good');
      },
    },
    {
      name: 'a client key',
      async run({ system, sql }) {
        const session = await signIn(system().chooseIngress(), 'root', nextPassword);
        const made = Object(await session.post('/api/token', { name: 'second' }));
        caller.key = String(made.key);
        await settled();
        const [first] = await sql.query(`select id from account.keys where name = 'first'`);
        await session.delete(`/api/token/${first?.id}`);
        await waitFor(
          async () => (await statusOf(system().chooseIngress())) === 401,
          'the first key is refused',
        );
      },
    },
    { name: 'credentials of upstreams and a secret of a sign-in provider', run: exchangeConfigured },
  ];
}

async function statusOf(baseUrl: string): Promise<number> {
  const answer = await fetch(`${baseUrl}/v1/models`, { headers: { authorization: `Bearer ${firstKey}` } });
  await answer.arrayBuffer();
  return answer.status;
}

async function exchangeConfigured({ system, sql, secrets, say }: Stage): Promise<void> {
  const said = await system().apply(
    configurationWith({
      password: nextPassword,
      upstreamKey: 'second-upstream-secret',
      clientSecret: 'second-client-secret',
    }),
  );
  for (const line of said.trim().split('\n')) say(`  ${line}`);
  const [row] = await sql.query('select id, sealed_secret from account.sign_in_providers');
  const masterKey = { current: Buffer.from(secrets.master.current, 'base64'), others: [] };
  const secret = open(masterKey, `sign-in provider:${row?.id}`, row?.sealed_secret as Buffer);
  if (secret !== 'second-client-secret') throw new Error('the secret of the provider was not exchanged');
}
