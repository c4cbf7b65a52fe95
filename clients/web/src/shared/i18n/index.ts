export * from './errorText.ts'
export * from './i18n.ts'
export { createBundleLoader } from './loadBundle.ts'
export * from './useTableTexts.ts'
