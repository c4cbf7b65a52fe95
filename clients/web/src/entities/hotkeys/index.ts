export * from './armed.ts'
export * from './hotkeys.ts'
export * from './useHotkey.ts'
