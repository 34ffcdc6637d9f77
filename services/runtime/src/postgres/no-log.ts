/** What Knex would write is plain text among the log's JSON lines, values included; callers get the same errors. */
export const noLog = { warn() {}, error() {}, deprecate() {}, debug() {} };
