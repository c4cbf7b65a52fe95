/**
 * Hands the nonce that the page was sent with to libraries that add style elements at run time, so that its
 * security policy lets them through. Without a nonce, as in development, there is nothing to do.
 */
export function adoptNonce(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  if (nonce) (globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = nonce
}
