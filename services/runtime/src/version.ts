import packageJson from '../package.json' with { type: 'json' };

/** The version of the whole product, which all its packages share. */
export const { version } = packageJson;
