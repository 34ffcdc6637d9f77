/** Something the person at the terminal can repair: its message says how, and no stack is shown. */
export class StartError extends Error {}
