/** What the page's policy lets styles in by. The server put it into the page; the build left room for it. */
export function readNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  // Read by the package with which dialogs keep the page behind them from scrolling.
  Object.assign(globalThis, { __webpack_nonce__: nonce });
  return nonce;
}
