/** Loaded before a program: writes down which modules of OpenTelemetry it loads. */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.includes('opentelemetry')) process.stderr.write(`loads ${specifier}\n`);
    return next(specifier, context);
  },
});
