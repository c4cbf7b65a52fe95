export { CommandPalette } from './CommandPalette.tsx'
export type { Command } from './rankCommands.ts'
