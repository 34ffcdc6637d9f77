import type { Plugin } from 'rolldown';

const found = '\0http';

/**
 * Takes `node:http` as `require` does. Node reads every member of what is imported, and there is one that loads a whole
 * client for HTTP with it: 30 ms of processor time in every process that starts.
 */
export const requiredHttp: Plugin = {
  name: 'required-http',
  resolveId: (name) => (name === 'node:http' || name === 'http' ? found : null),
  load: (id) => (id === found ? "module.exports = process.getBuiltinModule('node:http');" : null),
};
