export * from './errorText.ts'
export * from './i18n.ts'
export * from './useTableTexts.ts'
