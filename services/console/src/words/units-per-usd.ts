/** What one US dollar is in quota units. */
export const unitsPerUsd = 500_000;
