/**
 * What went wrong with a wallet, in the language of the screen. Sentences that the app and the SDK throw themselves
 * ([8.64]) have texts of their own; a wallet's own words stay as the wallet chose them.
 */
import type { TFunction } from 'i18next'
import { shortWalletMessage } from './eip1193.ts'

const OWN_WORDS = {
  'Wallet is not connected': 'wallet.failed.notConnected',
  'Unsupported chain': 'wallet.failed.unsupportedChain',
  'Invalid recipient': 'wallet.failed.invalidRecipient',
  'Invalid transaction request': 'wallet.failed.invalidRequest',
  'Message must be a non-empty string': 'wallet.failed.emptyMessage',
  'Failed to sign message': 'wallet.failed.signFailed',
  'No signing key found': 'order.noSigningKey',
  'No such registered address found. Retry connecting your wallet': 'wallet.failed.noAddress',
} as const

/** Before the words of the SDK stands the field that they are about. */
const FIELD = /^\w+: /

export function ownWords(t: TFunction, message: string): string {
  const said = message.replace(FIELD, '')
  return Object.hasOwn(OWN_WORDS, said) ? t(OWN_WORDS[said as keyof typeof OWN_WORDS]) : message
}

/** Empty where neither we nor the wallet said anything. */
export const walletWords = (t: TFunction, error: unknown): string => ownWords(t, shortWalletMessage(error))
