/** A program of tests: answers VerifyKey on HEADGATE_RPC_PORT, and writes a line for each call that it carries out. */
import { AccountService } from '@headgate/proto/gen/headgate/account/v1/account';
import { createLog } from '../log.ts';
import { unary } from '../rpc/handler.ts';
import { startRpcServer } from '../rpc/server.ts';

const verifyKey = unary(createLog('test', 'silent'), ({ hash }: { hash: Uint8Array }) => {
  process.stdout.write(`${Buffer.from(hash).toString()}\n`);
  return { keysVersion: 1n };
});
await startRpcServer({ host: '127.0.0.1', port: Number(process.env.HEADGATE_RPC_PORT) }, [
  { definition: { verifyKey: AccountService.verifyKey }, implementation: { verifyKey } },
]);
