export * from './preferences.ts'
