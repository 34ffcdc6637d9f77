import { waitFor } from '@headgate/runtime/testing/wait-for';
import { awaitSealed } from './await-sealed.ts';
import { type DatabaseService, databaseServices, dropUsers, makeUsers } from './database-users.ts';
import { drawBrokerUser, forgetPrevious, tellNext, useNext } from './secrets.ts';
import { type Service, services } from './shape.ts';
import type { Stage } from './stage.ts';

/** The exchange of one secret, in the steps in which it is done. Requests go on meanwhile. */
export interface RotationStep {
  name: string;
  run(stage: Stage): Promise<void>;
}

const callerServices: readonly Service[] = ['text-gateway', 'media-api', 'ingress'];
const masterKeyServices: readonly Service[] = ['account', 'media-api', 'media-worker'];
const longerThanReread = 10;

export const rotations: readonly RotationStep[] = [
  {
    name: 'caller secret',
    async run({ secrets, system }) {
      for (const change of [tellNext, useNext, forgetPrevious]) {
        change(secrets.caller);
        await system().roll(callerServices);
      }
    },
  },
  {
    name: 'master key',
    async run({ secrets, system, sql, say }) {
      tellNext(secrets.master);
      await system().roll(masterKeyServices);
      useNext(secrets.master);
      await system().roll(masterKeyServices);
      const rows = await awaitSealed(sql, secrets.master.current);
      say(`${rows} rows are sealed under the new master key`);
      forgetPrevious(secrets.master);
      await system().roll(masterKeyServices);
    },
  },
  {
    name: 'database users',
    async run(stage) {
      const { colour } = stage.databaseUsers;
      stage.databaseUsers = await makeUsers(stage.sql, stage.ownerUrl, colour === 'blue' ? 'green' : 'blue');
      await stage.system().roll(databaseServices satisfies readonly (DatabaseService & Service)[]);
      await dropUsers(stage.sql, colour);
    },
  },
  {
    name: 'broker users',
    async run(stage) {
      const previous = stage.brokerUser;
      stage.brokerUser = drawBrokerUser('second');
      await stage.broker.allow([previous, stage.brokerUser]);
      await stage.system().roll(services);
      const left = (await stage.broker.connected()).filter((user) => user === previous.user);
      if (left.length > 0) throw new Error(`${left.length} are still connected as ${previous.user}`);
      await stage.broker.allow([stage.brokerUser]);
    },
  },
  {
    name: 'certificates and their authority',
    async run({ certificates, rereadMs, system, pause }) {
      const reread = (): Promise<void> => pause(rereadMs * longerThanReread);
      await certificates.renew();
      await reread();
      await certificates.believeNext();
      await reread();
      await certificates.useNext();
      await reread();
      certificates.forgetPrevious();
      await reread();
      // Connections that were there would outlive what they were made with: these are made anew.
      await system().roll(['text-gateway', 'account']);
    },
  },
  {
    name: 'password of the mail server',
    async run(stage) {
      stage.smtp = stage.sinks.next;
      await stage.system().roll(['account']);
      await stage.sql.query("update account.users set email = 'root@example.com' where username = 'root'");
      await fetch(`${stage.system().chooseIngress()}/api/reset_password?email=root@example.com`);
      await waitFor(() => stage.sinks.next.letters.length > 0, 'mail comes by the other server');
    },
  },
];
