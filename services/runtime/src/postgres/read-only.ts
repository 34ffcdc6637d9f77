import type { Client } from 'pg';

/** SQLSTATE read_only_sql_transaction. */
const readOnlyCode = '25006';

/**
 * Gives a connection up that turned out to lead to a server that only reads, once what it is in has ended. In a failover the
 * address leads for a moment to the server that gave way: a connection that was made then stands for as long as it is used, and
 * nothing could be written through it though another server has long taken over.
 */
export function leaveReadOnly({ connection }: Client): void {
  let isReadOnly = false;
  let isInTransaction = false;
  const leave = (): void => {
    if (isReadOnly && !isInTransaction) connection.stream.destroy(new Error('PostgreSQL only reads'));
  };
  // Whoever asked hears of an error before the server says that it is ready, and the pool may lend the connection in between.
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    isReadOnly ||= code === readOnlyCode;
    leave();
  });
  connection.on('readyForQuery', ({ status }: { status: string }) => {
    isInTransaction = status !== 'I';
    leave();
  });
}
