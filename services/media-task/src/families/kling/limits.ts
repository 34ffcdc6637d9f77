/** What the vendor takes of any model; what a model takes of that is its adapter's to know. */
export const longestText = 2_500;
export const klingModes = ['std', 'pro', '4k'];
export const klingRatios = ['16:9', '9:16', '1:1'];
export const shortestSeconds = 3;
export const longestSeconds = 15;
