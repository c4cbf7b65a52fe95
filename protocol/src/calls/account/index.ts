/** The calls of the account, in the order of the reference. */
// Written by `node tools/program.mjs reference`, but for the order of the list.
import { accountCall } from './account.ts'
import { addressBookCall } from './addressBook.ts'
import { apiKeysCall } from './apiKeys.ts'
import { changeAddressBookCall } from './changeAddressBook.ts'
import { createApiKeyCall } from './createApiKey.ts'
import { createListenKeyCall } from './createListenKey.ts'
import { deleteListenKeyCall } from './deleteListenKey.ts'
import { equityHistoryCall } from './equityHistory.ts'
import { extendListenKeyCall } from './extendListenKey.ts'
import { guardrailsCall } from './guardrails.ts'
import { nonceCall } from './nonce.ts'
import { registerCall } from './register.ts'
import { revokeApiKeyCall } from './revokeApiKey.ts'
import { setGuardrailsCall } from './setGuardrails.ts'
import { setLeverageCall } from './setLeverage.ts'

export * from './account.ts'
export * from './addressBook.ts'
export * from './apiKeys.ts'
export * from './changeAddressBook.ts'
export * from './createApiKey.ts'
export * from './createListenKey.ts'
export * from './deleteListenKey.ts'
export * from './equityHistory.ts'
export * from './extendListenKey.ts'
export * from './guardrails.ts'
export * from './nonce.ts'
export * from './register.ts'
export * from './revokeApiKey.ts'
export * from './setGuardrails.ts'
export * from './setLeverage.ts'

export const ACCOUNT_CALLS = {
  register: registerCall,
  account: accountCall,
  nonce: nonceCall,
  equityHistory: equityHistoryCall,
  setLeverage: setLeverageCall,
  guardrails: guardrailsCall,
  setGuardrails: setGuardrailsCall,
  createListenKey: createListenKeyCall,
  extendListenKey: extendListenKeyCall,
  deleteListenKey: deleteListenKeyCall,
  apiKeys: apiKeysCall,
  createApiKey: createApiKeyCall,
  revokeApiKey: revokeApiKeyCall,
  addressBook: addressBookCall,
  changeAddressBook: changeAddressBookCall,
} as const
