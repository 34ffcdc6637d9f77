/** The client went away while it was still sending: there is nobody to answer. */
export class ClientGone extends Error {}
