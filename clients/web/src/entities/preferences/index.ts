export * from './palette.ts'
export * from './preferences.ts'
