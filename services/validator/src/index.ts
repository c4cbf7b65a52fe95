/** The door of `services/validator`. */
export * from './keyFile.ts'
export * from './startValidator.ts'
export * from './validatorConfig.ts'
