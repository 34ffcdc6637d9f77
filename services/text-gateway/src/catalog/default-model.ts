/** What applies to models that the catalog does not describe. */
export const defaultModel = { maxOutput: 32_768n, maxImageTokens: 50_000n };
