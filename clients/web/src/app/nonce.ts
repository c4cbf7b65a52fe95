/**
 * Hands the nonce of the page's own script to libraries that add style elements at run time, so that a strict
 * content security policy lets them through. Without a nonce there is nothing to do.
 */
export function adoptNonce(): void {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (nonce) (globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = nonce
}
