/**
 * Sentences of the product about wallets ([8.64]), as code throws them: the app tells them by these words from what a wallet
 * says itself, and shows its own text for them.
 */
export const WALLET_SENTENCES = {
  notConnected: 'Wallet is not connected',
  unsupportedChain: 'Unsupported chain',
  invalidRecipient: 'Invalid recipient',
  invalidRequest: 'Invalid transaction request',
  emptyMessage: 'Message must be a non-empty string',
  signFailed: 'Failed to sign message',
  noSigningKey: 'No signing key found',
  noAddress: 'No such registered address found. Retry connecting your wallet',
} as const
