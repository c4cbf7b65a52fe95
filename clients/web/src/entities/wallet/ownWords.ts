/**
 * What went wrong with a wallet, in the language of the screen. Sentences that the app and the SDK throw themselves
 * ([8.64]) have texts of their own; a wallet's own words stay as the wallet chose them.
 */
import { WALLET_SENTENCES } from '@vest/protocol'
import type { TFunction } from 'i18next'
import { shortWalletMessage } from './eip1193.ts'

type Sentence = keyof typeof WALLET_SENTENCES
const SENTENCES = Object.keys(WALLET_SENTENCES) as readonly Sentence[]

/** The SDK puts the field before the sentence that is about it. */
const FIELD = /^\w+: /

export function ownWords(t: TFunction, message: string): string {
  const said = message.replace(FIELD, '')
  const sentence = SENTENCES.find((name) => WALLET_SENTENCES[name] === said)
  if (sentence === undefined) return message
  return sentence === 'noSigningKey' ? t('order.noSigningKey') : t(`wallet.failed.${sentence}`)
}

/** Empty where neither we nor the wallet said anything. */
export const walletWords = (t: TFunction, error: unknown): string => ownWords(t, shortWalletMessage(error))
