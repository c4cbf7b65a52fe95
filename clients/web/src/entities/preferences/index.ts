export * from './preferences.ts'
export * from './useShortcut.ts'
