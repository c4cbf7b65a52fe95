/** The door of `accounts/`. */
export { addApiKey, createApiKey, revokeApiKey } from './apiKeys.ts'
export { accountsValued, emitAccountValues } from './hourlyValues.ts'
export { register } from './register.ts'
export { setLeverage } from './setLeverage.ts'
