/**
 * The code of the link by which a person came ([3.17]): kept in this browser from the link on, through registration, until an account
 * has joined with it or cannot.
 */
import type { SafeStorage } from '../../shared/storage/index.ts'
import { localStore } from '../../shared/storage/index.ts'

export const REF_CODE_KEY = 'ref-code'
const FORM = /^[A-Z0-9]{6,12}$/

/** In capitals; undefined where it cannot be a code. */
export function readCode(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  return FORM.test(code) ? code : undefined
}

export const storedCode = (storage: SafeStorage = localStore): string | undefined =>
  readCode(storage.getItem(REF_CODE_KEY) ?? '')
export const keepCode = (code: string, storage: SafeStorage = localStore): void =>
  storage.setItem(REF_CODE_KEY, code)
export const forgetCode = (storage: SafeStorage = localStore): void => storage.removeItem(REF_CODE_KEY)

/** The referral link, to a market where one is named. */
export const joinLink = (origin: string, code: string, symbol?: string): string =>
  `${origin}/join/${code}${symbol === undefined ? '' : `?symbol=${encodeURIComponent(symbol)}`}`
